import { replyOf, type Outcome } from '../outcomes/outcome';
import { Mutex } from './mutex';

/** How the requests of one account take turns in a run. */
export class AccountTurns {
	/** One at a time waits for its budgets and the rate limiter, so that no wait counts twice. In the limiter, it stands for its run. */
	readonly mutex = new Mutex();
	/**
	 * How long they have waited in all since one was admitted and not asked to wait, ms. Max Wait bounds it, so a limit that never
	 * opens is waited for once, however many they are.
	 */
	private waitedMs = 0;

	/**
	 * How long they can still wait, ms. Max Wait is in whole seconds, as Retry-After is, so almost a second more does not count:
	 * several 429s of a burst come at slightly different times, and each asks for the same wait.
	 */
	waitLeft(maxWaitMs: number): number {
		return maxWaitMs + 999 - this.waitedMs;
	}

	/** One of them has waited. */
	noteWait(ms: number): void {
		this.waitedMs += ms;
	}

	/** What became of one of them that was sent. */
	noteOutcome(outcome: Outcome): void {
		if (replyOf(outcome) === 'admitted' && !outcome.pause) this.waitedMs = 0;
	}
}
