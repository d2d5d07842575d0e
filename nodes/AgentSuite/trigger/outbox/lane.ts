/** How many failures in a row a success allows. */
const TRIES_AFTER_SUCCESS = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

interface LaneOptions {
	/** How many failures it allows after a wait. */
	triesAfterWait: number;
	/** With 0, a wait ends with the next poll. */
	longestWaitMs: number;
}

/** What goes next from one lane: how many records, and whether any. Times are of the steady clock, ms. */
export class Lane {
	/** After how many more failures in a row it waits, or until when it does. */
	private state: { triesLeft: number } | { waitsUntil: number } = { waitsUntil: -Infinity };
	/** How often it has waited since the last success. */
	private waitCount = 0;
	private pieceSize = 1;

	constructor(private readonly options: LaneOptions) {}

	get isWaiting(): boolean {
		return 'waitsUntil' in this.state;
	}

	/** How many records the next piece has. Slow start: one, twice as many as the largest piece that has succeeded, one after a failure. */
	get size(): number {
		return this.pieceSize;
	}

	/** A poll sends. The first one after a wait ends it. */
	beginSending(now: number): void {
		if ('waitsUntil' in this.state && now >= this.state.waitsUntil)
			this.state = { triesLeft: this.options.triesAfterWait };
	}

	/** The destination takes records, so it waits no longer. @param size the number of those in its own piece */
	succeed(size = 0): void {
		this.pieceSize = Math.max(this.pieceSize, 2 * size);
		this.state = { triesLeft: TRIES_AFTER_SUCCESS };
		this.waitCount = 0;
	}

	/**
	 * A piece of it has failed. If it waits already, the piece has started before. Exponential backoff: each wait is twice the last one.
	 * @param hasMore whether there is something else to try now
	 */
	fail(now: number, hasMore: boolean): void {
		this.shrink();
		if ('waitsUntil' in this.state) return;
		const triesLeft = hasMore ? this.state.triesLeft - 1 : 0;
		if (triesLeft > 0) {
			this.state = { triesLeft };
			return;
		}
		const wait = Math.min(FIRST_WAIT_MS * 2 ** this.waitCount, this.options.longestWaitMs);
		this.state = { waitsUntil: now + wait };
		this.waitCount += 1;
	}

	/** The next piece has one record. */
	shrink(): void {
		this.pieceSize = 1;
	}
}
