import type { LimitName } from './rateLimiter/rateLimiter';
import { Problem } from '../model/problem';

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

/** What one run of the node has sent, paid and waited for. Times in ms, costs in tokens. */
export class RunUsage {
	/** Requests sent, repeated ones included. */
	requests = 0;
	/** Spent on answers that were a success. */
	spent = 0;
	/** Of requests that failed in a way that does not tell whether they were charged. */
	perhapsSpent = 0;
	/** Held for requests under way. */
	private held = 0;
	/** Answers that served more than the item that asked first. */
	reused = 0;
	/** Writes that an earlier try of this run had done already. */
	alreadyDone = 0;
	itemsDone = 0;
	/** What the account has used of a budget for the day, in words; undefined without one. */
	today: string | undefined;
	/** When anything waited for a limit, as spans that may overlap. */
	private readonly waits: Array<{ from: number; to: number; limit: LimitName }> = [];

	constructor(private readonly items: number) {}

	/**
	 * Holds the tokens of one request.
	 * @param maxTokens the bound, 0 for none
	 * @throws {Problem} when the request could exceed the bound; it must not be sent then
	 */
	reserve(tokens: number, maxTokens: number): void {
		const committed = this.spent + this.perhapsSpent + this.held;
		if (maxTokens > 0 && committed + tokens > maxTokens) {
			throw new Problem({
				kind: 'input',
				message: `Not sent, since it would exceed Max Tokens: ${count(tokens, 'token')} more than the ${committed} of ${maxTokens} that this run has used`,
				description: `${this.progress()} Raise the option "Max Tokens", or run the remaining items later.`,
			});
		}
		this.held += tokens;
	}

	/** Ends a hold: the request was charged, may have been, or was not. */
	settle(tokens: number, charged: 'yes' | 'perhaps' | 'no'): void {
		this.held -= tokens;
		if (charged === 'yes') this.spent += tokens;
		if (charged === 'perhaps') this.perhapsSpent += tokens;
	}

	waited(from: number, to: number, limit: LimitName): void {
		this.waits.push({ from, to, limit });
	}

	/** How far the run has come, as a sentence. */
	progress(): string {
		return `${this.itemsDone} of ${count(this.items, 'item')} ${this.itemsDone === 1 ? 'is' : 'are'} done.`;
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

	/** The hint for the output pane; undefined when there is nothing to tell. */
	hint(): string | undefined {
		if (this.requests + this.reused + this.alreadyDone === 0) return undefined;
		const parts = [count(this.requests, 'request'), `${count(this.spent, 'token')} spent`];
		if (this.perhapsSpent > 0) parts.push(`${this.perhapsSpent} more may have been charged`);
		if (this.reused > 0) parts.push(`${count(this.reused, 'read')} reused`);
		if (this.alreadyDone > 0) parts.push(`${count(this.alreadyDone, 'write')} not sent again`);
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
