/** The order of the requests of one account in a run. Those of all credentials with its token are in one lane. */
export class Lane {
	/** The end of the last one. */
	private last: Promise<unknown> = Promise.resolve();

	/**
	 * Waits as soon as those before it have ended. So no time counts twice, and a run has only one request in the queue of the rate
	 * limiter, however many items it has.
	 */
	async oneAtATime<T>(wait: () => Promise<T>): Promise<T> {
		const mine = this.last.then(wait);
		this.last = mine.catch(() => undefined);
		return await mine;
	}
}
