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
	private triesLeft = 0;
	/** From when on a poll ends its wait. Undefined if nothing has failed since that, or since a success. */
	private waitsUntil?: number = -Infinity;
	/** How many waits have begun since the last success. */
	private waitCount = 0;
	private pieceSize = 1;

	constructor(private readonly options: LaneOptions) {}

	get isWaiting(): boolean {
		return this.triesLeft === 0;
	}

	/** How many records the next piece has. Slow start: one, twice as many as the largest piece that has succeeded, one after a failure. */
	get size(): number {
		return this.pieceSize;
	}

	/**
	 * A poll sends. After a failure, the lane waits, or its wait is over.
	 * @param isIdle whether nothing of it is in progress, or could go. Otherwise it goes on with the tries that are left
	 */
	beginSending(now: number, isIdle: boolean): void {
		const goesOn = !isIdle && !this.isWaiting;
		if (this.waitsUntil === undefined || goesOn) return;
		this.triesLeft = 0;
		if (now < this.waitsUntil) return;
		this.triesLeft = this.options.triesAfterWait;
		this.waitsUntil = undefined;
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

	/** A piece of it has failed. Exponential backoff: each wait is twice as long as the last one, from the last failure on. */
	fail(now: number): void {
		this.shrink();
		// The piece has started before it began to wait.
		if (this.isWaiting) return;
		this.triesLeft -= 1;
		if (this.waitsUntil === undefined) this.waitCount += 1;
		const waitMs = FIRST_WAIT_MS * 2 ** (this.waitCount - 1);
		this.waitsUntil = now + Math.min(waitMs, this.options.longestWaitMs);
	}
}
