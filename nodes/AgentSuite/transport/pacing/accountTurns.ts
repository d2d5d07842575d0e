import { replyOf, type Outcome } from '../outcomes/outcome';
import { Mutex } from './mutex';

/** How the requests of one account take turns in a run. */
export class AccountTurns {
	/** One at a time waits for its budgets and the rate limiter, so that no wait counts twice. In the limiter, it stands for its run. */
	readonly mutex = new Mutex();
	/**
	 * How long they have waited in all since one was sent, ms. Max Wait bounds it. What is sent takes it along, and brings it back if
	 * it was in vain. So a limit that never opens is waited for once, however many they are.
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

	/** One of them is sent. @returns how long they have waited for that, ms */
	begin(): number {
		const { waitedMs } = this;
		this.waitedMs = 0;
		return waitedMs;
	}

	/** What became of one that was sent. @param waitedMs what `begin` returned */
	end(outcome: Outcome, waitedMs: number): void {
		const isAdmitted = replyOf(outcome) === 'admitted' && !outcome.pause;
		this.waitedMs = isAdmitted ? 0 : this.waitedMs + waitedMs;
	}
}
