import { showsService, type Outcome } from '../outcomes/outcome';
import type { Wait } from '../rateLimiter/types';

/** A request that is behind another one. */
interface Behind {
	begin(): void;
	fail(error: unknown): void;
	/** @throws what it fails with if it cannot wait so long */
	checkWait(wait: Wait): void;
}

/**
 * The requests of one account in a run, which wait for their turn one at a time, first come, first served. So `waitedMs` counts no time
 * twice, and a run has only one request in the queue of the rate limiter, however many items it has.
 */
export class AccountTurns {
	private isTaken = false;
	private behind: Behind[] = [];
	/**
	 * How long they have waited together for what holds up all of them, ms. So a service that refuses all is waited for once, however
	 * many they are.
	 */
	waitedMs = 0;

	/**
	 * Runs a task as soon as those before it have ended.
	 * @param checkWait throws if it cannot wait for as long as the first one. It then fails at once
	 */
	async run<T>(task: () => Promise<T>, checkWait: Behind['checkWait']): Promise<T> {
		if (this.isTaken)
			await new Promise<void>((begin, fail) => this.behind.push({ begin, fail, checkWait }));
		this.isTaken = true;
		try {
			return await task();
		} finally {
			const next = this.behind.shift();
			if (next) next.begin();
			else this.isTaken = false;
		}
	}

	/** The first one waits. Those behind it have to wait at least as long. */
	noteWait(wait: Wait): void {
		this.behind = this.behind.filter(({ checkWait, fail }) => {
			try {
				checkWait(wait);
				return true;
			} catch (error) {
				fail(error);
				return false;
			}
		});
	}

	/**
	 * Notes what a request came to. If it shows that the service works, the time of all starts over. That also holds for a request that
	 * was sent before the pause, so a run can wait longer by at most its timeout.
	 */
	noteOutcome(outcome: Outcome): void {
		if (showsService(outcome)) this.waitedMs = 0;
	}
}
