import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Table } from '../table/table';
import type { Executions } from './executions';
import { Lane } from './lane';
import { AT_ONCE, dequeue, enqueue, isWaiting, NEVER, type Pending } from './pending';
import { aboutHours } from './waitAfter';

/** Records for one execution. */
export interface Piece {
	records: Pending[];
	/** Undefined if fresh records are among them. */
	lane?: Lane;
}

const oldestFirst = (records: Iterable<Pending>): Pending[] =>
	[...records].sort((one, two) => Number(one.row) - Number(two.row));

/**
 * Who waits, and who goes next. A record that a list finds is fresh: it goes at once, with all others. After a failure, it
 * waits in a lane: one for records that the destination has never refused, and one for those that it has.
 */
export class Waiting {
	/** By row. Also those that an execution has, even if the workflow was told of them. */
	records = new Map<number, Pending>();
	readonly fresh = new Set<Pending>();
	/**
	 * After a failure, before a restart, or with one record per execution. Closed after two failures, because the first can be of a
	 * record that the destination refuses.
	 */
	readonly failed = new Lane({ maxFailures: 2, maxWaitMs: aboutHours(1) });
	readonly refused = new Lane({ maxFailures: 1, maxWaitMs: aboutHours(3) });
	recordsPerExecution: RecordsPerExecution = 'automatic';
	retries = true;
	/** When the last poll has begun, by the steady clock, ms. */
	polledAt = 0;

	constructor(
		public table: Table,
		private readonly executions: Executions,
	) {}

	/**
	 * Lets a record wait where it belongs.
	 * @param wasDue whether it was due before, and can have failed or ended n8n, so that it does not go with all others
	 */
	add(pending: Pending, wasDue = false): void {
		const isRefused = pending.row !== undefined && this.table.isRefused(pending.row);
		if (isRefused) enqueue(pending, this.refused.queue);
		else if (pending.tried || (wasDue && this.retries)) enqueue(pending, this.failed.queue);
		else if (this.recordsPerExecution !== 'one') enqueue(pending, this.fresh);
		else {
			// One after another, as after a failure.
			enqueue(pending, this.failed.queue);
			this.failed.endWait();
		}
	}

	/** Takes out a record that has not to be returned. Forgets it, unless an execution has it, or what was tried still counts. */
	tidy(pending: Pending): void {
		const { row, item, tried } = pending;
		if (item === undefined || row === undefined) dequeue(pending);
		if (pending.queue || row === undefined || this.executions.haveRecord(pending)) return;
		if (tried && this.table.told(row).knows !== 'values') {
			if (pending.dueAt !== NEVER) pending.dueAt = AT_ONCE;
			return;
		}
		if (this.records.get(row) === pending) this.records.delete(row);
	}

	/** It was edited, or the workflow was published. */
	makeDue(pending: Pending): void {
		pending.dueAt = AT_ONCE;
		for (const lane of [this.failed, this.refused])
			if (pending.queue === lane.queue) lane.endWait();
	}

	/** At each poll, before anything is sent, unless a piece is in progress. @param now by the steady clock, ms */
	openLanes(now: number): void {
		this.failed.open(now);
		this.refused.open(now);
	}

	/**
	 * What to send next. Undefined if nothing can be sent now.
	 * @param isHeldUp whether a piece of a lane is in progress, so that only fresh records can go
	 */
	next(now: number, isHeldUp: boolean): Piece | undefined {
		const isAll = this.recordsPerExecution === 'all';
		const fresh = [...this.fresh].filter(isWaiting);
		if (fresh.length > 0) return { records: isAll ? this.all() : oldestFirst(fresh) };
		if (isHeldUp) return undefined;
		const size = this.recordsPerExecution === 'one' ? 1 : undefined;
		for (const lane of [this.failed, this.refused]) {
			const records = lane.nextPiece(now, size);
			if (records.length > 0) return { records: isAll ? this.all() : records, lane };
		}
		return undefined;
	}

	/** Everything that waits, oldest first, except what a person has stopped. */
	all(): Pending[] {
		return oldestFirst([...this.records.values()].filter((one) => one.queue && isWaiting(one)));
	}

	/** Numbers of records that wait, for the log. */
	get counts(): { refused: number; others: number } {
		const waits = ({ execution, item }: Pending) => execution === undefined && item !== undefined;
		const countIn = (queue: Set<Pending>) => [...queue].filter(waits).length;
		return {
			refused: countIn(this.refused.queue),
			others: countIn(this.failed.queue) + countIn(this.fresh),
		};
	}
}
