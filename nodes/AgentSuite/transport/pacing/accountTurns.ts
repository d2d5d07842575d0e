import { replyOf, type Outcome } from '../outcomes/outcome';
import { Mutex } from './mutex';

/** How the requests of one account take turns in a run. */
export class AccountTurns {
	/** One at a time waits for its budgets and the rate limiter, so that no wait counts twice. In the limiter, it stands for its run. */
	readonly mutex = new Mutex();
	/**
	 * How long they have waited in all for pauses and backoffs, ms. `MaxWait` counts it. So a service that refuses all is waited for once,
	 * however many they are.
	 */
	pausedMs = 0;

	/** What became of one of them that was sent. */
	noteOutcome(outcome: Outcome): void {
		if (replyOf(outcome) === 'answered' && !outcome.pause) this.pausedMs = 0;
	}
}
