/** How many failures in a row a success allows. */
const TRIES_AFTER_SUCCESS = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

interface LaneOptions {
	/** How many failures it allows after a wait. */
	triesAfterWait: number;
	/** Without it, a wait ends with the next poll. */
	longestWaitMs?: number;
}

/** Whether something goes. */
type State =
	| {
			/** How many failures it still allows. */
			triesLeft: number;
			/** The last one. Undefined if there was none. */
			failedAt?: number;
	  }
	| { waitsUntil: number };

/**
 * How many records go next, in pieces. It allows some failures, more after a success. Once these are used up, or there is nothing else to
 * try, it waits from the last one on: exponential backoff, until the first poll after it. The size of the pieces is slow start: one record,
 * after each success twice as many, after a failure one again.
 *
 * Times are of the steady clock, ms.
 */
export class Lane {
	private size = 1;
	private state: State = { waitsUntil: -Infinity };
	/** How often it has waited in a row. */
	private waits = 0;

	constructor(private readonly options: LaneOptions) {}

	/**
	 * What goes next. Asked while none of its pieces is in progress, but for the untried ones.
	 * @param ready what can go, in the order of the queue
	 * @param size the size of a piece, in place of slow start
	 * @returns the next piece. Empty if nothing goes now
	 */
	pick<T>(ready: T[], size = this.size): T[] {
		if ('waitsUntil' in this.state) return [];
		const { failedAt } = this.state;
		if (ready.length === 0 && failedAt !== undefined) this.wait(failedAt);
		return ready.slice(0, size);
	}

	private wait(since: number): void {
		const wait = Math.min(FIRST_WAIT_MS * 2 ** this.waits, this.options.longestWaitMs ?? 0);
		this.state = { waitsUntil: since + wait };
		this.waits += 1;
	}

	/** At each poll. */
	beginPoll(now: number): void {
		if ('waitsUntil' in this.state && now >= this.state.waitsUntil)
			this.state = { triesLeft: this.options.triesAfterWait };
	}

	/** The destination takes records, so it waits no longer. @param size the number of those in its own piece */
	succeed(size = 0): void {
		this.size = Math.max(this.size, 2 * size);
		this.state = { triesLeft: TRIES_AFTER_SUCCESS };
		this.waits = 0;
	}

	/** The next piece has one record. */
	shrink(): void {
		this.size = 1;
	}

	/** A piece of it has failed. If it waits already, the piece has started before. */
	fail(now: number): void {
		this.shrink();
		if ('waitsUntil' in this.state) return;
		const triesLeft = this.state.triesLeft - 1;
		if (triesLeft > 0) this.state = { triesLeft, failedAt: now };
		else this.wait(now);
	}
}
