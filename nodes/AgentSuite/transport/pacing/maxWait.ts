import type { AccountTurns } from '../run/accountTurns';
import { waits, type Obstacle } from './waits';

/** What a request has used of its Max Wait, in all its attempts. */
export class MaxWait {
	private ownMs = 0;

	/** @param turns of the account in the run */
	constructor(
		private readonly maxMs: number,
		private readonly turns: AccountTurns,
	) {}

	get usedMs(): number {
		return this.ownMs + this.turns.waitedMs;
	}

	/**
	 * Whether it allows to wait for so long, in whole seconds, as Max Wait and Retry-After are. If the requests of a burst get 429s moments
	 * apart, with the same Retry-After, the last pause ends a little after the first. A Max Wait of that length still allows it.
	 */
	allows(ms: number): boolean {
		return Math.floor((this.usedMs + ms) / 1000) * 1000 <= this.maxMs;
	}

	/** The request has waited so long. */
	add(reason: Obstacle['reason'], ms: number): void {
		const { countsFor } = waits[reason];
		if (countsFor === 'request') this.ownMs += ms;
		if (countsFor === 'run') this.turns.waitedMs += ms;
	}
}
