/** The requests of one account in one run: one at a time waits for the rate limiter, so that each has all of its Max Wait. */
export class TurnQueue {
	/** How long a pause or a backoff has held up the run, ms. It counts for all requests in the queue. */
	heldUpMs = 0;
	private last: Promise<unknown> = Promise.resolve();

	/** Runs tasks one at a time, first come, first served. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const mine = this.last.then(task);
		this.last = mine.catch(() => undefined);
		return await mine;
	}
}
