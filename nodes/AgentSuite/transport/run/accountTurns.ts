import { showsService, type Outcome } from '../outcomes/outcome';

/**
 * The requests of one account in a run, which wait for their turn one at a time, first come, first served. So `waitedMs` counts no time
 * twice, and a run has only one request in the queue of the rate limiter, however many items it has.
 */
export class AccountTurns {
	private last: Promise<unknown> = Promise.resolve();
	/**
	 * How long they have waited together for what holds up all of them, ms. So a service that refuses all is waited for once, however
	 * many they are.
	 */
	waitedMs = 0;

	/** Runs a task as soon as those before it have ended. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const mine = this.last.then(task);
		this.last = mine.catch(() => undefined);
		return await mine;
	}

	/**
	 * Notes what a request came to. If it shows that the service works, the time of all starts over. That also holds for a request that
	 * was sent before the pause, so a run can wait longer by at most its timeout.
	 */
	noteOutcome(outcome: Outcome): void {
		if (showsService(outcome)) this.waitedMs = 0;
	}
}
