import type { IContextObject } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { count } from '../../model/record';
import type { LimitName } from '../rateLimiter/windows';

export type Charge = 'yes' | 'perhaps' | 'no';

export const limitTexts: Record<LimitName, string> = {
	pause: 'the pause the service asked for',
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
};

/** What n8n keeps with the execution. */
interface StoredUsage {
	executionId?: string;
	used: number;
}

/**
 * The tokens that one node has used in one execution, including all tries of Retry On Fail and all runs in a loop.
 * The number is in the context of the node, which n8n keeps with the execution.
 */
export class Spending {
	private static readonly known = new WeakMap<StoredUsage, Spending>();
	/** For requests in progress. */
	private reserved = 0;
	private waiting: Array<() => void> = [];

	private constructor(private readonly stored: StoredUsage) {}

	/** @param executionId undefined for an execution that n8n does not store, whose context belongs to it alone */
	static of(context: IContextObject, executionId?: string): Spending {
		const found = context.tokensUsed as StoredUsage | undefined;
		// If an execution is retried from the list, n8n copies the context of the earlier one.
		const stored = found?.executionId === executionId && found ? found : { executionId, used: 0 };
		context.tokensUsed = stored;
		const spending = Spending.known.get(stored) ?? new Spending(stored);
		Spending.known.set(stored, spending);
		return spending;
	}

	/** Tokens that were charged or might have been. */
	get used(): number {
		return this.stored.used;
	}

	/**
	 * Reserves tokens if they fit in the limit (0 for none). If only requests in progress are in the way, it waits for
	 * them, because they might cost nothing.
	 */
	async reserve(tokens: number, maxTokens: number): Promise<boolean> {
		while (maxTokens > 0 && this.used + this.reserved + tokens > maxTokens) {
			if (this.reserved === 0) return false;
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.reserved += tokens;
		return true;
	}

	settle(tokens: number, charged: Charge): void {
		this.reserved -= tokens;
		if (charged !== 'no') this.stored.used += tokens;
		const { waiting } = this;
		this.waiting = [];
		for (const resume of waiting) resume();
	}
}

/** Requests, costs (in tokens), and waits (in ms) of one run of the node. */
export class RunUsage {
	/** Requests sent, including retries. */
	requests = 0;
	/** On successful responses. */
	spent = 0;
	/** On failed requests that might have been charged. */
	perhapsSpent = 0;
	/** Responses that were reused for other items. */
	reused = 0;
	/** Writes that an earlier try had already done. */
	alreadyDone = 0;
	itemsDone = 0;
	/** Use of the daily budget, in words. Undefined without a budget. */
	today: string | undefined;
	/** Waits of different accounts can overlap. */
	private waitedMs = 0;
	private readonly waitedFor = new Set<string>();

	/** @param stops whether a failure ends the run, so that no item is returned */
	constructor(
		/** Number of input items. */
		private readonly items = 1,
		private readonly spending = Spending.of({}),
		private readonly stops = false,
	) {}

	/** @throws {Problem} when the request would exceed the limit and must not be sent */
	async reserve(tokens: number, maxTokens: number): Promise<void> {
		if (await this.spending.reserve(tokens, maxTokens)) return;
		throw new Problem({
			kind: 'input',
			message: `Request not sent: 'Max Tokens' would be exceeded (${this.spending.used} of ${maxTokens} tokens used, ${tokens} more needed)`,
			description: this.progressAdvice("Raise the option 'Max Tokens'", 'in another execution'),
			forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
		});
	}

	/** Whether a request was charged, or might have been. */
	get isCharged(): boolean {
		return this.spent + this.perhapsSpent > 0;
	}

	settle(tokens: number, charged: Charge): void {
		this.spending.settle(tokens, charged);
		if (charged === 'yes') this.spent += tokens;
		if (charged === 'perhaps') this.perhapsSpent += tokens;
	}

	waited(ms: number, limit: LimitName): void {
		this.waitedMs += ms;
		this.waitedFor.add(limitTexts[limit]);
	}

	/** How far the run got, and how to go on. Results are only kept if a failure does not end the run. */
	progressAdvice(advice: string, when: string): string {
		if (!this.stops) {
			const done = `Processed ${this.itemsDone} of ${count(this.items, 'item')}.`;
			return `${done} ${advice}, or process the other items ${when}.`;
		}
		const sent = `The node sent ${count(this.requests, 'request')} but returns no items, because it stopped.`;
		const keep = "To keep the items that are done, set 'On Error' to Continue.";
		return [this.requests > 0 && sent, `${advice}.`, this.items > 1 && keep]
			.filter(Boolean)
			.join(' ');
	}

	/** The hint for the output pane. Undefined if nothing was sent or reused. */
	hint(): string | undefined {
		if (this.requests + this.reused + this.alreadyDone === 0) return undefined;
		const parts = [count(this.requests, 'request'), `${count(this.spent, 'token')} spent`];
		if (this.perhapsSpent > 0) parts.push(`${this.perhapsSpent} more might have been charged`);
		if (this.spending.used > this.spent + this.perhapsSpent) {
			parts.push(`${count(this.spending.used, 'token')} used in this execution so far`);
		}
		if (this.reused > 0) parts.push(`${count(this.reused, 'read')} reused`);
		if (this.alreadyDone > 0) parts.push(`${count(this.alreadyDone, 'write')} not repeated`);
		const waited = Math.round(this.waitedMs / 1000);
		if (waited > 0) {
			parts.push(`waited ${waited} s for ${[...this.waitedFor].join(' and ')}`);
		}
		if (this.today !== undefined) parts.push(this.today);
		return parts.join(', ');
	}
}
