/** How many failures in a row a success allows until it waits. */
const TRIES_AFTER_SUCCESS = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

interface LaneOptions {
	/** How many failures in a row are allowed after a wait, until the next one. */
	triesAfterWait: number;
	/** Without it, a wait ends with the next poll. */
	longestWaitMs?: number;
}

/**
 * How many records go next, in pieces. A success allows some failures, a wait fewer. Once they are used up, it waits: exponential
 * backoff, until the first poll after it. The size of the pieces is slow start: one record, after each success twice as many, after a
 * failure one again.
 *
 * Times are of the steady clock, ms.
 */
export class Lane {
	private size = 1;
	/** How many failures it still allows, or from when on the next poll allows some again. */
	private state: { triesLeft: number } | { waitsUntil: number } = { waitsUntil: -Infinity };
	/** How often it has waited in a row. */
	private waitsInARow = 0;

	constructor(private readonly options: LaneOptions) {}

	/**
	 * @param ready what can go, in the order of the queue
	 * @param size the size of a piece, in place of slow start
	 * @returns the next piece. Empty if nothing goes now
	 */
	pick<T>(ready: T[], size = this.size): T[] {
		return 'triesLeft' in this.state ? ready.slice(0, size) : [];
	}

	/** At each poll. */
	beginPoll(now: number): void {
		if ('waitsUntil' in this.state && now >= this.state.waitsUntil)
			this.state = { triesLeft: this.options.triesAfterWait };
	}

	/** The destination takes records, so it waits no longer. @param size the number of those in its own piece */
	succeed(size = 0): void {
		this.waitsInARow = 0;
		this.size = Math.max(this.size, 2 * size);
		this.state = { triesLeft: TRIES_AFTER_SUCCESS };
	}

	/** The next piece has one record. */
	shrink(): void {
		this.size = 1;
	}

	/**
	 * A piece of it has failed. If it waits already, the piece has started before.
	 * @param hasMore whether there is something else to try. If not, it waits at once
	 */
	fail(now: number, hasMore: boolean): void {
		this.shrink();
		if (!('triesLeft' in this.state)) return;
		const triesLeft = hasMore ? this.state.triesLeft - 1 : 0;
		if (triesLeft > 0) {
			this.state = { triesLeft };
			return;
		}
		const wait = Math.min(FIRST_WAIT_MS * 2 ** this.waitsInARow, this.options.longestWaitMs ?? 0);
		this.state = { waitsUntil: now + wait };
		this.waitsInARow += 1;
	}
}
