import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Comparison } from '../table/compare';
import type { PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { fail, noteTried, stop, succeed, takeBack } from './endings';
import { Executions, type Execution, type Given } from './executions';
import { AT_ONCE, dequeue, NEVER, type Pending } from './pending';
import { Waiting, type Piece } from './waiting';

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/**
 * What is on its way to the workflow, in memory only: after a restart, the next list is compared with the table, and finds again
 * what the workflow was not told. The table changes here when executions start and end:
 *
 *     what happens                    what the workflow was told           the record
 *     found as new                    nothing                              goes at once, one by one with *One*
 *     execution starts                perhaps more (nothing stays)         in the execution
 *     ... retries off                 its values                           done
 *     it succeeds, in time or late    its values, perhaps more if others   done, or due with the next list
 *                                     were tried since
 *     it fails, or its lease ends     stays                                at once in pieces, alone after a wait
 *     it fails after its lease        perhaps more, if told others         due with the next list
 *     alone, others have succeeded    stays, refused                       last, in a lane of its own
 *     a person stops it               stays                                waits for edit, publication, restart
 *     n8n could not start it          as before the start                  goes with the next poll
 *     edited while it waits           stays                                at once, in its latest state
 *     edited while in an execution    stays                                due once that has failed, or with the
 *                                                                          next list
 *     leaves the list, or the filter  stays, 30 days off the list          waits until it is back
 *     the filter changes              its values if it does not match      dropped, with a warning
 *     retries turned off              what was tried                       done
 *     n8n is killed                   as stored with the last start        in pieces, refused ones last
 *
 * - `waiting.ts`: who waits, and who goes next, `lane.ts`: how much is sent again, and when
 * - `executions.ts`: who is in which execution, `endings.ts`: what its end means
 *
 * Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly executions = new Executions();
	private readonly waiting: Waiting;
	/** The piece of a lane that was sent last. The next one waits for its end. */
	private lastPiece: Execution | undefined;
	/** Whether a person has stopped an execution, or n8n could not start one, so that the next poll goes on. */
	private isBlocked = false;
	private succeededAt = -Infinity;

	constructor(table: Table) {
		this.waiting = new Waiting(table, this.executions);
	}

	/** What the workflow was told. */
	get table(): Table {
		return this.waiting.table;
	}

	/**
	 * At the start of a poll: ends leases. If retries are off, what was sent counts as told.
	 * @returns the number of records that are not sent again because of that
	 */
	beginPoll({ retries, recordsPerExecution }: OutboxSettings, now: number): number {
		this.waiting.retries = retries;
		this.isBlocked = false;
		this.waiting.polledAt = now;
		this.waiting.recordsPerExecution = recordsPerExecution;
		for (const execution of this.executions.endLeases(now))
			if (!execution.tellsAtStart) fail(execution, this.waiting, now, this.succeededAt);
		return retries ? 0 : this.tellTried();
	}

	private tellTried(): number {
		const { table, waiting } = this;
		this.executions.countAsTold();
		let told = 0;
		for (const pending of [...waiting.records.values()]) {
			const { row, tried, execution, queue } = pending;
			if (row === undefined || tried === undefined) continue;
			if (execution !== undefined || queue) {
				told += 1;
				table.tell(row, tried);
			}
			const settled = { tried: undefined, execution: undefined, item: undefined, dueAt: AT_ONCE };
			Object.assign(pending, settled);
			waiting.tidy(pending);
		}
		// After a restart, nobody knows with what these were tried.
		for (const row of table.untoldRows()) {
			if (table.told(row).knows !== 'perhapsMore') continue;
			told += 1;
			table.tell(row);
		}
		return told;
	}

	/** The values that an execution without a success had, by row, as far as they are remembered. */
	triedOf(row: number): PartValues | undefined {
		return this.waiting.records.get(row)?.tried;
	}

	/** After a comparison: follows the records to their new rows, and takes over what is due. */
	follow({
		table,
		movedTo,
		due,
		isEdited,
	}: Pick<Comparison, 'table' | 'movedTo' | 'due' | 'isEdited'>): void {
		const { waiting } = this;
		const before = [...waiting.records.values()];
		waiting.table = table;
		waiting.records = new Map();
		for (const pending of before) {
			const row = movedTo[pending.row as number];
			Object.assign(pending, { row, item: undefined });
			if (row === undefined) continue;
			waiting.records.set(row, pending);
			if (!isEdited(row)) continue;
			waiting.makeDue(pending);
			// Its latest state was never refused.
			if (table.isRefused(row) && pending.execution === undefined) {
				table.setRefused(row, false);
				dequeue(pending);
				waiting.failed.endWait();
			}
		}
		for (const { row, item, wasDue } of due) {
			const pending: Pending = waiting.records.get(row) ?? { row, dueAt: AT_ONCE };
			waiting.records.set(row, pending);
			pending.item = item;
			if (!pending.queue && pending.execution === undefined) waiting.add(pending, wasDue);
		}
		for (const pending of before) waiting.tidy(pending);
	}

	/** After a publication, all is due, also what a person has stopped. What was refused stays in its lane. */
	makeAllDue(): void {
		for (const pending of this.waiting.records.values()) this.waiting.makeDue(pending);
	}

	/** At the end of a poll, before anything is sent. */
	openLanes(now: number): void {
		if (!this.isHeldUp) this.waiting.openLanes(now);
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(now: number): Piece | undefined {
		return this.isBlocked ? undefined : this.waiting.next(now, this.isHeldUp);
	}

	/** Whether a piece is in progress that the next one waits for. */
	private get isHeldUp(): boolean {
		const { lastPiece } = this;
		return lastPiece !== undefined && !lastPiece.isLate && this.executions.has(lastPiece);
	}

	/**
	 * An execution with this piece starts now.
	 * @returns its ID
	 */
	start({ records, lane }: Piece, now: number, leaseMs: number): number {
		const tellsAtStart = !this.waiting.retries;
		const given = new Map<Pending, Given>();
		const execution = this.executions.add({
			records: given,
			startedAt: now,
			leaseEndsAt: now + leaseMs,
			lane,
			tellsAtStart,
		});
		if (lane) this.lastPiece = execution;
		for (const pending of records) {
			const row = pending.row as number;
			const values = this.table.listed(row);
			given.set(pending, { values, before: this.table.told(row) });
			if (tellsAtStart) this.table.tell(row);
			else {
				this.table.doubt(row, values);
				// Unless something makes it due again meanwhile.
				Object.assign(pending, { execution: execution.id, tried: values, dueAt: NEVER });
			}
			// In a lane, it keeps its place.
			if (!lane || tellsAtStart) dequeue(pending);
		}
		return execution.id;
	}

	/** An execution has ended. */
	end(id: number, ending: Ending, now: number): void {
		const execution = this.executions.take(id);
		if (!execution) return;
		const { waiting } = this;
		if (['stopped', 'notStarted'].includes(ending)) this.isBlocked = true;
		if (ending === 'notStarted') {
			takeBack(execution, waiting);
			return;
		}
		if (execution.tellsAtStart || ending === 'succeeded') {
			succeed(execution, waiting);
			this.succeededAt = now;
		} else if (execution.isLate) noteTried(execution, waiting);
		else if (ending === 'stopped') stop(execution, waiting);
		else fail(execution, waiting, now, this.succeededAt);
	}

	/** What waits, oldest first. */
	get all(): Pending[] {
		return this.waiting.all();
	}

	/** What waits is returned without an execution of which the end is reported, so it counts as told. */
	tellAll(): void {
		for (const pending of this.all) {
			if (pending.row !== undefined) this.table.tell(pending.row);
			pending.item = undefined;
			this.waiting.tidy(pending);
		}
	}

	/** Numbers of records that wait, for the log. */
	get counts(): { refused: number; others: number } {
		return this.waiting.counts;
	}
}
