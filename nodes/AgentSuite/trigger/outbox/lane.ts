export const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/** Failures in a row after which it waits, once something has succeeded. */
const MAX_FAILURES = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

/**
 * How many records go next, in pieces one after another. A poll opens it with one record. If that fails, it waits: exponential
 * backoff. If it succeeds, slow start: after each success twice as many, after a failure one again.
 *
 * Times are of the steady clock, ms.
 */
export class Lane {
	/** The number of records of the next piece. 0: nothing goes before a poll or a success. */
	size = 0;
	/** How many failures in a row are left until it waits. */
	private failuresLeft = 0;
	/** How often in a row it has waited. */
	private waits = 0;
	/** When a poll can open it. */
	private waitsUntil = -Infinity;

	constructor(private readonly longestWaitMs: number) {}

	/** At each poll, also while a piece is in progress. */
	open(now: number): void {
		if (now < this.waitsUntil) return;
		this.size = 1;
		this.failuresLeft = 1;
	}

	/** Nothing more goes until the next poll, or the end of its wait. */
	close(): void {
		this.size = 0;
	}

	/** Where the next piece is taken from the queue: after every other wait not from its beginning, because that can be refused. */
	get isFromMiddle(): boolean {
		return this.waits % 2 === 1;
	}

	/** There is a reason to try again: its wait ends with the next poll. */
	endWait(): void {
		this.waits = 0;
		this.waitsUntil = -Infinity;
	}

	/** The destination takes records, so it waits no longer. @param size the number of those in its own piece */
	succeed(size = 0): void {
		this.endWait();
		this.size = Math.max(1, this.size, 2 * size);
		this.failuresLeft = MAX_FAILURES;
	}

	/** A piece of it has failed. */
	fail(now: number): void {
		// It was closed meanwhile.
		if (this.size === 0) return;
		this.size = 1;
		this.failuresLeft -= 1;
		if (this.failuresLeft === 0) this.wait(now);
	}

	private wait(now: number): void {
		this.close();
		this.waitsUntil = now + Math.min(FIRST_WAIT_MS * 2 ** this.waits, this.longestWaitMs);
		this.waits += 1;
	}
}
