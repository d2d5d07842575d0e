/** How many failures in a row a success allows. */
const TRIES_AFTER_SUCCESS = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

interface LaneOptions {
	/** How many failures in a row it allows after a wait. */
	triesAfterWait: number;
	/** With 0, a wait ends with the next poll. */
	longestWaitMs: number;
}

/** Whether it goes on. Times are of the steady clock, ms. */
type State =
	/** Nothing has failed since the last success, or the last wait. */
	| { is: 'open'; tries: number }
	/** Something has, but there are more tries. */
	| { is: 'failing'; tries: number; until: number }
	/** Nothing goes. */
	| { is: 'waiting'; until: number };

/**
 * What goes next from one lane: how many records, and whether any.
 *
 *     event          open                  failing                               waiting
 *     a success      open, with ten tries  the same                              the same
 *     a failure      failing, with a try less, or waiting if none is left        stays so: the piece has started before
 *     a poll         stays so              stays so while there is more to try,  open, with one or two tries, if it is
 *                                          else as if waiting                    over, else stays so
 *
 * Exponential backoff: a wait is twice as long as the one before it, and begins with the last failure.
 */
export class Lane {
	/** Until the first poll sends. */
	private state: State = { is: 'waiting', until: -Infinity };
	/** How long the last wait was, or the next one is once something has failed, ms. 0 after a success. */
	private waitMs = 0;
	private pieceSize = 1;

	constructor(private readonly options: LaneOptions) {}

	get isWaiting(): boolean {
		return this.state.is === 'waiting';
	}

	/** How many records the next piece has. Slow start: one, twice as many as the largest piece that has succeeded, one after a failure. */
	get size(): number {
		return this.pieceSize;
	}

	/** A poll sends. @param isIdle whether nothing of it is in progress, or could go */
	beginSending(now: number, isIdle: boolean): void {
		const { state } = this;
		if (state.is === 'open' || (state.is === 'failing' && !isIdle)) return;
		const isOver = now >= state.until;
		this.state = isOver
			? { is: 'open', tries: this.options.triesAfterWait }
			: { is: 'waiting', until: state.until };
	}

	/** The destination takes records. */
	goOn(): void {
		this.state = { is: 'open', tries: TRIES_AFTER_SUCCESS };
		this.waitMs = 0;
	}

	/** A piece of it with so many records has succeeded. */
	grow(count: number): void {
		this.pieceSize = Math.max(this.pieceSize, 2 * count);
	}

	/** The next piece has one record. */
	shrink(): void {
		this.pieceSize = 1;
	}

	/** A piece of it has failed. */
	fail(now: number): void {
		this.shrink();
		const { state } = this;
		if (state.is === 'waiting') return;
		if (state.is === 'open')
			this.waitMs = Math.min(Math.max(FIRST_WAIT_MS, 2 * this.waitMs), this.options.longestWaitMs);
		const tries = state.tries - 1;
		const until = now + this.waitMs;
		this.state = tries > 0 ? { is: 'failing', tries, until } : { is: 'waiting', until };
	}
}
