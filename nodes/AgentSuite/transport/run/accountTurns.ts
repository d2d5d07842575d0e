import { isThrottled, type Outcome } from '../outcomes/outcome';
import { Mutex } from './mutex';

/** How the requests of one account take turns in a run. */
export class AccountTurns {
	/**
	 * Only one of them waits at a time, so `pausedMs` counts no time twice. The others queue here, so a run has only one request in the
	 * queue of the rate limiter, however many items it has.
	 */
	readonly mutex = new Mutex();
	/**
	 * How long they have waited in all for pauses and backoffs, ms. `MaxWait` counts it. So a service that refuses all is waited for once,
	 * however many they are.
	 */
	pausedMs = 0;

	/**
	 * Notes what a request came to. A status other than 429 and those of an outage shows that the service is there, so the count starts
	 * over. That also holds for a request that was sent before the pause, so a run can wait longer by at most its timeout.
	 */
	noteOutcome(outcome: Outcome): void {
		const isThere = !isThrottled(outcome) && outcome.retry !== 'unavailable';
		if (outcome.status !== undefined && isThere) this.pausedMs = 0;
	}
}
