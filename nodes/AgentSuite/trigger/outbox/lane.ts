import { isWaiting, type Pending } from './pending';
import { waitAfter } from './waitAfter';

/** Failures in a row that close a lane, if something has succeeded since it was opened. */
const MAX_FAILURES_BETWEEN_SUCCESSES = 10;
/** How much smaller the next piece is after one that failed. */
const SHRINKS_BY = 10;

interface LaneOptions {
	/** Failures in a row that close it, if nothing has succeeded since it was opened. */
	maxFailures: number;
	/** Longest wait until it can be opened again, ms. */
	maxWaitMs: number;
}

/**
 * A queue of records that is sent in pieces, one after another. The first has one record. After a success, the next has twice as
 * many, after a failure a tenth. Failures in a row close it until the next poll, or if nothing has succeeded, for a wait
 * that becomes longer each time. Times are of the steady clock, ms.
 */
export class Lane {
	readonly queue = new Set<Pending>();
	private isOpen = false;
	/** Number of records in the next piece. */
	private size = 1;
	private failuresInARow = 0;
	/** Whether something has succeeded since it was opened. */
	private hasSucceeded = false;
	/** How often in a row nothing has succeeded while it was open, and until when it waits for that. */
	private failedRounds = 0;
	private closedUntil = 0;

	constructor(private readonly options: LaneOptions) {}

	/** At each poll, unless a piece is in progress. */
	open(now: number): void {
		if (now < this.closedUntil) return;
		this.isOpen = true;
		this.size = 1;
		this.failuresInARow = 0;
		this.hasSucceeded = false;
	}

	/** There is a reason to try again: an edit, a publication, new records, or a success. */
	endWait(): void {
		this.failedRounds = 0;
		this.closedUntil = 0;
	}

	/**
	 * The records to send next. If there are none after a failure, it closes.
	 * @param most how many there can be
	 */
	nextPiece(now: number, most = this.size): Pending[] {
		const piece: Pending[] = [];
		if (!this.isOpen) return piece;
		// The second try is of the newest, in case the oldest are refused.
		const isSecondTry = this.failuresInARow > 0 && !this.hasSucceeded;
		for (const pending of isSecondTry ? [...this.queue].reverse() : this.queue) {
			if (piece.length >= most) break;
			if (isWaiting(pending) && pending.dueAt <= now) piece.push(pending);
		}
		if (piece.length === 0 && this.failuresInARow > 0) this.closeAfterFailures(now);
		return piece;
	}

	/** Something has succeeded, so the destination is not down. */
	noteSuccess(): void {
		this.hasSucceeded = true;
		this.endWait();
	}

	/** A piece of it has succeeded. */
	succeed(): void {
		// The first success after a failure keeps the size.
		if (this.failuresInARow === 0) this.size *= 2;
		this.failuresInARow = 0;
		this.noteSuccess();
	}

	/**
	 * A piece of it has failed.
	 * @param startedAt when it started, so that one that hangs does not wait once more
	 */
	fail(size: number, startedAt: number): void {
		this.size = Math.ceil(size / SHRINKS_BY);
		this.failuresInARow += 1;
		const most = this.hasSucceeded ? MAX_FAILURES_BETWEEN_SUCCESSES : this.options.maxFailures;
		if (this.failuresInARow >= most) this.closeAfterFailures(startedAt);
	}

	private closeAfterFailures(from: number): void {
		this.isOpen = false;
		if (this.hasSucceeded) return;
		this.failedRounds += 1;
		this.closedUntil = from + waitAfter(this.failedRounds, this.options.maxWaitMs);
	}
}
