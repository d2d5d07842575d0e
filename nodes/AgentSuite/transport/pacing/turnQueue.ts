/**
 * The requests of one account in one run. One at a time waits for its budgets and the rate limiter. Max Wait bounds how long they wait
 * in all since the service last let one of them through, so a limit that never opens is waited for once, however many there are.
 */
export class TurnQueue {
	private waitedMs = 0;
	private last: Promise<unknown> = Promise.resolve();

	/** Runs tasks one at a time, first come, first served. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const mine = this.last.then(task);
		this.last = mine.catch(() => undefined);
		return await mine;
	}

	/** A request waited. */
	waited(ms: number): void {
		this.waitedMs += ms;
	}

	/** A request was sent, and the service did not ask to wait. */
	gotThrough(): void {
		this.waitedMs = 0;
	}

	/**
	 * Whether Max Wait allows to wait for so much longer. In whole seconds, as users and Retry-After name them: several 429s of a burst
	 * come at slightly different times, and each asks for the same wait.
	 */
	canWait(ms: number, maxWaitMs: number): boolean {
		return Math.floor((this.waitedMs + ms) / 1000) * 1000 <= maxWaitMs;
	}
}
