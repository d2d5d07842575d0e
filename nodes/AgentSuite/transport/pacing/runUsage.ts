import { count } from '../../model/words';
import { waitTexts } from '../errors/waitTexts';
import type { Outcome } from '../outcome';
import type { WaitReason } from '../rateLimiter/rateLimiter';

/**
 * Counts the requests, costs (in tokens), and waits (in ms) of one run of the node, for hints and messages. A trigger also goes
 * by it: whether a read cost something.
 */
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
	/** By account with a daily budget: how much of it is used, in words. */
	readonly today = new Map<string, string>();
	/** Waits of different accounts can overlap. */
	private waitedMs = 0;
	private readonly waitedFor = new Set<string>();

	/**
	 * @param items number of input items
	 * @param continues whether the run goes on after a failure. If not, it returns no items then.
	 */
	constructor(
		private readonly items = 1,
		private readonly continues = true,
	) {}

	/** Whether a request was charged, or might have been. */
	get isCharged(): boolean {
		return this.spent + this.perhapsSpent > 0;
	}

	charge(tokens: number, charged: Outcome['charged']): void {
		if (charged === 'yes') this.spent += tokens;
		if (charged === 'perhaps') this.perhapsSpent += tokens;
	}

	waited(ms: number, reason: WaitReason): void {
		this.waitedMs += ms;
		this.waitedFor.add(waitTexts[reason]);
	}

	/** For n8n's traces. The seconds are rounded. */
	numbers() {
		return {
			requests: this.requests,
			tokensSpent: this.spent,
			tokensPerhapsSpent: this.perhapsSpent,
			secondsWaited: Math.round(this.waitedMs / 1000),
		};
	}

	/** How far the run got, as sentences. Results are only kept if a failure does not end the run. */
	reached(): string {
		const isAlone = this.items === 1;
		if (this.continues) {
			return isAlone ? '' : `Processed ${this.itemsDone} of ${count(this.items, 'item')}.`;
		}
		if (this.requests === 0) return '';
		const sent = `The node sent ${count(this.requests, 'request')} but returns no items, because it stopped.`;
		return isAlone ? sent : `${sent} To keep the items that are done, set 'On Error' to Continue.`;
	}

	/**
	 * The hint for the output pane. Undefined if nothing was sent or reused.
	 * @param usedInExecution tokens, also of other runs of the node
	 */
	hint(usedInExecution: number): string | undefined {
		if (this.requests + this.reused + this.alreadyDone === 0) return undefined;
		const parts = [count(this.requests, 'request'), `${count(this.spent, 'token')} spent`];
		if (this.perhapsSpent > 0) parts.push(`${this.perhapsSpent} more might have been charged`);
		if (usedInExecution > this.spent + this.perhapsSpent) {
			parts.push(`${count(usedInExecution, 'token')} used in this execution so far`);
		}
		if (this.reused > 0) parts.push(`${count(this.reused, 'read')} reused`);
		if (this.alreadyDone > 0) parts.push(`${count(this.alreadyDone, 'write')} not repeated`);
		const { secondsWaited } = this.numbers();
		if (secondsWaited > 0) {
			parts.push(`waited ${secondsWaited} s for ${[...this.waitedFor].join(' and ')}`);
		}
		if (this.today.size > 0) {
			parts.push(`${[...this.today.values()].join(' and ')} 'Daily Token Limit' used`);
		}
		return parts.join(', ');
	}
}
