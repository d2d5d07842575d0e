/** How the requests of one account in a run wait: one at a time, and together for what holds up all of them. */
export class AccountWaits {
	private last: Promise<unknown> = Promise.resolve();
	/** How long they have waited for that, ms. So a service that refuses all is waited for once, however many they are. */
	waitedMs = 0;

	/**
	 * Waits as soon as those before it have ended, first come, first served. So `waitedMs` counts no time twice, and a run has only one
	 * request in the queue of the rate limiter, however many items it has.
	 */
	async oneAtATime<T>(wait: () => Promise<T>): Promise<T> {
		const mine = this.last.then(wait);
		this.last = mine.catch(() => undefined);
		return await mine;
	}

	/**
	 * The service works, so all have their whole time again. A request that was sent before a pause can show that too, so a run can wait
	 * longer by at most its timeout.
	 */
	startOver(): void {
		this.waitedMs = 0;
	}
}
