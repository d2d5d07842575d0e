/** Failures in a row that end a round in which something has succeeded. */
const MAX_FAILURES_BETWEEN_SUCCESSES = 10;
/** How much smaller the next piece is after one that failed. */
const SHRINKS_BY = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss it by a moment. */
const FIRST_WAIT_MS = 50_000;
/** How much less than whole hours the longest waits are, ms, for the same reason. */
const MARGIN_MS = 5 * 60_000;

interface LaneOptions {
	/** Failures in a row that end a round in which nothing has succeeded. */
	maxFailures: number;
	/** The longest wait after such rounds, about, hours. */
	maxWaitHours: number;
}

/** What has happened since the lane was opened. */
interface Round {
	/** Number of records in the next piece. */
	size: number;
	failuresInARow: number;
}

/**
 * A queue that is sent in pieces, one after another: slow start and exponential backoff. The first piece has one record. After
 * a success, the next has twice as many, after a failure a tenth. Failures in a row end the round. The next poll begins another,
 * or if nothing has succeeded, the first poll after a wait, which becomes longer each time. Records are named by their rows.
 * Times are of the steady clock, ms.
 */
export class Lane {
	private queue = new Set<number>();
	/** What has failed alone in this round. It goes back to the end of the queue after a success, or in the next round. */
	private aside = new Set<number>();
	/** Undefined while the lane is closed. */
	private round?: Round;
	/** Whether something has succeeded since the round was begun, or since the last one ended. */
	hasSucceeded = false;
	/** Rounds in a row in which nothing has succeeded, and how long they close it. */
	private failedRounds = 0;
	private closedUntil = 0;

	constructor(private readonly options: LaneOptions) {}

	/** All that waits here, in the order in which it goes. */
	get rows(): number[] {
		return [...this.queue, ...this.aside];
	}

	has(row: number): boolean {
		return this.queue.has(row) || this.aside.has(row);
	}

	add(row: number): void {
		this.queue.add(row);
	}

	/** These were sent in vain, and keep their place. */
	addFirst(rows: number[]): void {
		this.queue = new Set([...rows, ...this.queue]);
	}

	/** These go only after the others. */
	putAside(rows: number[]): void {
		for (const row of rows) this.aside.add(row);
	}

	remove(row: number): void {
		this.queue.delete(row);
		this.aside.delete(row);
	}

	/** After a comparison. @param move from rows to the new rows of those that still wait */
	follow(move: (rows: Set<number>) => Set<number>): void {
		this.queue = move(this.queue);
		this.aside = move(this.aside);
	}

	/** At each poll, unless a piece is in progress. */
	open(now: number): void {
		if (now < this.closedUntil) return;
		this.returnAside();
		// What has succeeded before belongs to the round before.
		if (this.round) this.hasSucceeded = false;
		this.round = { size: 1, failuresInARow: 0 };
	}

	/** Until the next poll. */
	close(): void {
		this.round = undefined;
		this.hasSucceeded = false;
	}

	/** There is a reason to try again: an edit, a publication, a success, or with *One*, new records. */
	endWait(): void {
		this.failedRounds = 0;
		this.closedUntil = 0;
	}

	/** The records to send next. @param most how many there can be */
	nextPiece(most = Infinity): number[] {
		if (!this.round) return [];
		const { size, failuresInARow } = this.round;
		// The second try is of the newest, in case the destination refuses the oldest.
		const isSecondTry = failuresInARow > 0 && !this.hasSucceeded;
		const ordered = isSecondTry ? [...this.queue].reverse() : this.queue;
		const piece: number[] = [];
		for (const row of ordered) {
			if (piece.length >= Math.min(size, most)) break;
			piece.push(row);
		}
		return piece;
	}

	/** Something has succeeded, so the destination is not down. */
	noteSuccess(): void {
		this.returnAside();
		this.endWait();
		this.hasSucceeded = true;
	}

	/** A piece of it has succeeded. */
	succeed(): void {
		this.noteSuccess();
		if (!this.round) return;
		// The first success after a failure keeps the size.
		if (this.round.failuresInARow === 0) this.round.size *= 2;
		this.round.failuresInARow = 0;
	}

	/**
	 * A piece of it has failed, and its records wait again.
	 * @param startedAt when it started, so that one that hangs does not wait once more
	 */
	fail(size: number, startedAt: number): void {
		const { round, options, hasSucceeded } = this;
		if (!round) return;
		round.size = Math.ceil(size / SHRINKS_BY);
		round.failuresInARow += 1;
		const most = hasSucceeded ? MAX_FAILURES_BETWEEN_SUCCESSES : options.maxFailures;
		if (round.failuresInARow < most && this.queue.size > 0) return;
		this.close();
		if (hasSucceeded) return;
		this.failedRounds += 1;
		const longestMs = options.maxWaitHours * 3_600_000 - MARGIN_MS;
		const waitMs = FIRST_WAIT_MS * 2 ** (this.failedRounds - 1);
		this.closedUntil = startedAt + Math.min(waitMs, longestMs);
	}

	private returnAside(): void {
		for (const row of this.aside) this.queue.add(row);
		this.aside.clear();
	}
}
