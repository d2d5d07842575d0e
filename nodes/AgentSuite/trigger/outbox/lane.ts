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
	/** How many more failures in a row it allows. With 0, it waits. */
	private triesLeft: number;
	/** Since a failure: from when on a poll ends its wait. */
	private waitsUntil?: number;
	/** How many waits have ended since the last success. */
	private waitCount = 0;
	private pieceSize = 1;

	constructor(private readonly options: LaneOptions) {
		this.triesLeft = options.triesAfterWait;
	}

	get isWaiting(): boolean {
		return this.triesLeft === 0;
	}

	/** How many records the next piece has. Slow start: one, twice as many as the largest piece that has succeeded, one after a failure. */
	get size(): number {
		return this.pieceSize;
	}

	/** A poll sends. After a failure, the lane waits from then on, or its wait is over. */
	beginSending(now: number): void {
		if (this.waitsUntil === undefined) return;
		this.triesLeft = 0;
		if (now < this.waitsUntil) return;
		this.triesLeft = this.options.triesAfterWait;
		this.waitsUntil = undefined;
		this.waitCount += 1;
	}

	/** The destination takes records, so it waits no longer. */
	goOn(): void {
		this.triesLeft = TRIES_AFTER_SUCCESS;
		this.waitsUntil = undefined;
		this.waitCount = 0;
	}

	/** A piece of it with so many records has succeeded. */
	grow(count: number): void {
		this.pieceSize = Math.max(this.pieceSize, 2 * count);
	}

	/** The next piece has one record. */
	shrink(): void {
		this.pieceSize = 1;
	}

	/** A piece of it has failed. Exponential backoff: each wait is twice as long as the last one. */
	fail(now: number): void {
		this.shrink();
		// The piece has started before it began to wait.
		if (this.isWaiting) return;
		this.triesLeft -= 1;
		const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.waitCount, this.options.longestWaitMs);
		this.waitsUntil = now + waitMs;
	}
}
