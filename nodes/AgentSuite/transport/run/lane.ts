/** What the requests of one account in a run share while they wait. Those of all credentials with its token are in one. */
export class Lane {
	/** The end of the last one. */
	private last: Promise<unknown> = Promise.resolve();
	/** How long they have waited in pauses since the service has last shown that it works, ms. */
	pausedMs = 0;

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

/** The lanes of a run. */
export class Lanes {
	private readonly known = new Map<string, Lane>();

	/** @param key of the account */
	of(key: string): Lane {
		const lane = this.known.get(key) ?? new Lane();
		this.known.set(key, lane);
		return lane;
	}
}
