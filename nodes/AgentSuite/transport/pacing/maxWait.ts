import type { AccountTurns } from '../run/accountTurns';
import type { Wait } from '../rateLimiter/types';
import { boundedWaits } from './waits';

/** What is used of the Max Wait of a request: by itself, or by the run, whichever is more. */
export class MaxWait {
	/** How long the request has waited in all its attempts, ms. So what others get does not let it wait for longer. */
	private ownMs = 0;

	/** @param turns of the account in the run, which knows how long all have waited for the service */
	constructor(
		private readonly maxMs: number,
		private readonly turns: AccountTurns,
	) {}

	get usedMs(): number {
		return Math.max(this.ownMs, this.turns.waitedMs);
	}

	/**
	 * Whether it allows to wait for so long. 0 allows no wait. Any other is exceeded after a whole second more, because Retry-After
	 * has whole seconds too: if the requests of a burst get 429s moments apart, the last pause ends a little after the first.
	 */
	allows(ms: number): boolean {
		return this.maxMs > 0 && Math.floor((this.usedMs + ms) / 1000) * 1000 <= this.maxMs;
	}

	/** The request has waited so long. */
	add(reason: Wait['reason'], ms: number): void {
		this.ownMs += ms;
		if (boundedWaits[reason].holdsUpRun) this.turns.waitedMs += ms;
	}
}
