import type { Charge } from '../outcomes/outcome';

/**
 * Counts the requests, costs (in tokens), and waits (in ms) of a run, for hints and messages. A trigger also goes
 * by it: whether a read cost something.
 */
export class RunUsage {
	/** Requests sent, including retries. */
	requests = 0;
	/** On successful responses. */
	spent = 0;
	/** On failed requests that might have been charged. */
	perhapsSpent = 0;
	/** By account with a daily budget, in tokens. */
	readonly today = new Map<string, { used: number; limit: number }>();
	/** In words, for the hint. */
	readonly waitedFor = new Set<string>();
	/** Waits of different accounts can overlap. */
	private waitedMs = 0;

	/** Whether a request was charged, or might have been. */
	get isCharged(): boolean {
		return this.spent + this.perhapsSpent > 0;
	}

	/** Rounded. */
	get secondsWaited(): number {
		return Math.round(this.waitedMs / 1000);
	}

	/** For n8n's traces. */
	numbers() {
		const { requests, spent, perhapsSpent, secondsWaited } = this;
		return { requests, tokensSpent: spent, tokensPerhapsSpent: perhapsSpent, secondsWaited };
	}

	charge(tokens: number, charge: Charge): void {
		if (charge === 'yes') this.spent += tokens;
		if (charge === 'perhaps') this.perhapsSpent += tokens;
	}

	/** @param what in words */
	waited(ms: number, what: string): void {
		this.waitedMs += ms;
		this.waitedFor.add(what);
	}
}
