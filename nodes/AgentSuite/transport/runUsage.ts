import type { IContextObject } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { LimitName } from './rateLimiter/windows';
import { Problem } from '../model/problem';

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

/** What became of the tokens of one request: paid, perhaps paid, or not. */
export type Charge = 'yes' | 'perhaps' | 'no';

/**
 * The tokens that one node has used in one execution, over all tries of Retry On Fail and all runs in a loop. The number
 * is in the node's context, which n8n keeps with the execution.
 */
export class Spending {
	private static readonly known = new WeakMap<IContextObject, Spending>();
	/** Held for requests that have not ended yet. */
	private held = 0;
	private waiting: Array<() => void> = [];

	private constructor(private readonly stored: IDataUsed) {}

	/** Of a context that n8n keeps for this node. A fresh one where there is none. */
	static of(context: IContextObject, executionId: string): Spending {
		const known = Spending.known.get(context);
		// n8n takes the context over when an execution is retried from the list: that is another execution.
		if (known?.stored.executionId === executionId) return known;
		const found: unknown = context.tokensUsed;
		const stored =
			isRecord(found) && found.executionId === executionId && typeof found.used === 'number'
				? (found as unknown as IDataUsed)
				: { executionId, used: 0 };
		context.tokensUsed = stored;
		const spending = new Spending(stored);
		Spending.known.set(context, spending);
		return spending;
	}

	/** Of one run alone, where nothing is kept. */
	static alone(): Spending {
		return new Spending({ executionId: '', used: 0 });
	}

	/** What was charged, or might have been. */
	get used(): number {
		return this.stored.used;
	}

	/**
	 * Holds tokens for one request. Where only requests that have not ended are in the way, it waits for them:
	 * they can turn out to cost nothing.
	 * @returns whether they fit in the bound, 0 for none
	 */
	async hold(tokens: number, maxTokens: number): Promise<boolean> {
		while (maxTokens > 0 && this.used + this.held + tokens > maxTokens) {
			if (this.held === 0) return false;
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.held += tokens;
		return true;
	}

	settle(tokens: number, charged: Charge): void {
		this.held -= tokens;
		if (charged !== 'no') this.stored.used += tokens;
		const { waiting } = this;
		this.waiting = [];
		for (const resume of waiting) resume();
	}
}

interface IDataUsed {
	executionId: string;
	used: number;
}

/** What one run of the node has sent, paid and waited for. Times in ms, costs in tokens. */
export class RunUsage {
	/** Requests sent, repeated ones included. */
	requests = 0;
	/** Spent on answers that were a success. */
	spent = 0;
	/** Of requests that failed in a way that does not tell whether they were charged. */
	perhapsSpent = 0;
	/** Answers that served more than the item that asked first. */
	reused = 0;
	/** Writes that an earlier try of this run had done already. */
	alreadyDone = 0;
	/** Writes that were not needed, since what they create exists. */
	existing = 0;
	itemsDone = 0;
	/** What the account has used of a budget for the day, in words. Undefined without one. */
	today: string | undefined;
	/** When anything waited for a limit, as spans that can overlap. */
	private readonly waits: Array<{ from: number; to: number; limit: LimitName }> = [];

	/**
	 * @param items how many there are
	 * @param spending of the node in this execution
	 * @param stops whether a failure ends the run, so that no item is returned
	 */
	constructor(
		private readonly items: number,
		private readonly spending = Spending.alone(),
		private readonly stops = false,
	) {}

	/**
	 * Holds the tokens of one request.
	 * @param maxTokens the bound, 0 for none
	 * @throws {Problem} when the request would exceed the bound. It must not be sent then
	 */
	async reserve(tokens: number, maxTokens: number): Promise<void> {
		if (await this.spending.hold(tokens, maxTokens)) return;
		throw new Problem({
			kind: 'input',
			message: `Request not sent: 'Max Tokens' would be exceeded (${this.spending.used} of ${maxTokens} tokens used, ${tokens} more needed)`,
			description: this.goOn("Raise the option 'Max Tokens'", 'in another execution'),
			forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
		});
	}

	/** Ends a hold: the request was charged, might have been, or was not. */
	settle(tokens: number, charged: Charge): void {
		this.spending.settle(tokens, charged);
		if (charged === 'yes') this.spent += tokens;
		if (charged === 'perhaps') this.perhapsSpent += tokens;
	}

	waited(from: number, to: number, limit: LimitName): void {
		this.waits.push({ from, to, limit });
	}

	/**
	 * How far the run has come, and how to go on: what is done is only kept where a failure does not end the run.
	 * @param cure what to change, as the beginning of a sentence
	 * @param when when the other items can follow
	 */
	goOn(cure: string, when: string): string {
		if (!this.stops) {
			const verb = this.items === 1 ? 'is' : 'are';
			return `${this.itemsDone} of ${count(this.items, 'item')} ${verb} processed. ${cure}, or process the other items ${when}.`;
		}
		const discarded =
			this.requests > 0
				? `The node stops here and returns no items, although it has sent ${count(this.requests, 'request')}. `
				: '';
		const keep =
			this.items > 1 ? " To keep the items that are done, set 'On Error' to Continue." : '';
		return `${discarded}${cure}.${keep}`;
	}

	/** How long at least one request was waiting, in ms: overlapping waits count once. */
	private waitedMs(): number {
		let total = 0;
		let end = -Infinity;
		for (const { from, to } of [...this.waits].sort((left, right) => left.from - right.from)) {
			total += Math.max(0, to - Math.max(from, end));
			end = Math.max(end, to);
		}
		return total;
	}

	/** The hint for the output pane. Undefined when there is nothing to tell. */
	hint(): string | undefined {
		if (this.requests + this.reused + this.alreadyDone === 0) return undefined;
		const parts = [count(this.requests, 'request'), `${count(this.spent, 'token')} spent`];
		if (this.perhapsSpent > 0) parts.push(`${this.perhapsSpent} more might have been charged`);
		if (this.spending.used > this.spent + this.perhapsSpent) {
			parts.push(`${count(this.spending.used, 'token')} used in this execution so far`);
		}
		if (this.reused > 0) parts.push(`${count(this.reused, 'read')} reused`);
		if (this.alreadyDone > 0) parts.push(`${count(this.alreadyDone, 'write')} not repeated`);
		if (this.existing > 0) {
			parts.push(`${count(this.existing, 'write')} skipped because the record exists`);
		}
		const waited = Math.round(this.waitedMs() / 1000);
		if (waited > 0) {
			const limits = [...new Set(this.waits.map(({ limit }) => limitText(limit)))];
			parts.push(`waited ${waited} s for ${limits.join(' and ')}`);
		}
		if (this.today !== undefined) parts.push(this.today);
		return parts.join(', ');
	}
}

/** A limit as a reader knows it. */
export function limitText(limit: LimitName): string {
	return limit === 'pause' ? 'the pause the service asked for' : `the limit per ${limit}`;
}
