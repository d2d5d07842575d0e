import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { fail, finish, noteTried, stop, succeed, takeBack } from './endings';
import { Executions, type Execution, type Given } from './executions';
import { AT_ONCE, dequeue, type Pending } from './pending';
import { Waiting, type Piece } from './waiting';

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** How long a piece holds up the next one, if its end is not reported, ms. */
const HOLD_MS = 300_000;

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/**
 * What is on its way to the workflow, in memory only: after a restart, the next list is compared with the table, and finds again
 * what the workflow was not told. The table changes here when executions start and end.
 *
 * - `waiting.ts`: who waits, and who goes next, `lane.ts`: how much is sent again, and when
 * - `executions.ts`: who is in which execution, `endings.ts`: what its end means
 *
 * Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly executions = new Executions();
	private readonly waiting: Waiting;
	private retries = true;
	/** The piece of a lane that was sent last. The next one waits for its end. */
	private lastPiece: Execution | undefined;
	/** Whether n8n could not start an execution, so that the next poll goes on. */
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
		this.retries = retries;
		this.isBlocked = false;
		this.waiting.recordsPerExecution = recordsPerExecution;
		for (const execution of this.executions.endLeases(now))
			if (!execution.tellsAtStart) fail(execution, this.waiting, now, this.succeededAt);
		return retries ? 0 : this.tellTried();
	}

	private tellTried(): number {
		const { table, waiting } = this;
		this.executions.tellAll();
		let told = 0;
		for (const pending of [...waiting.records.values()]) {
			const { row, tried, execution, queue } = pending;
			if (row === undefined || tried === undefined) continue;
			if (execution !== undefined || queue) {
				told += 1;
				table.setTold(row, { knows: 'values', values: tried });
			}
			Object.assign(pending, { tried: undefined, execution: undefined, item: undefined });
			waiting.tidy(pending);
		}
		// After a restart, nobody knows with what these were tried.
		for (const row of table.untoldRows()) {
			if (table.told(row).knows !== 'perhapsMore') continue;
			told += 1;
			table.setTold(row, { knows: 'values', values: table.listed(row) });
		}
		return told;
	}

	/** The values that an execution without a success had, by row, as far as they are remembered. */
	triedOf(row: number): PartValues | undefined {
		return this.waiting.records.get(row)?.tried;
	}

	/** After a comparison: follows the records to their new rows, and takes over what is due. */
	follow({ table, movedTo, due }: Pick<Comparison, 'table' | 'movedTo' | 'due'>): void {
		const { waiting } = this;
		const last = waiting.table;
		const before = [...waiting.records].map(([, pending]) => pending);
		waiting.table = table;
		waiting.records = new Map();
		for (const pending of before) {
			const from = pending.row as number;
			const row = movedTo[from];
			Object.assign(pending, { row, item: undefined });
			if (row === undefined) continue;
			waiting.records.set(row, pending);
			if (!isSameParts(table.listed(row), last.listed(from))) waiting.makeDue(pending);
		}
		for (const { row, item } of due) {
			const pending: Pending = waiting.records.get(row) ?? { row, dueAt: AT_ONCE };
			waiting.records.set(row, pending);
			pending.item = item;
			if (!pending.queue && pending.execution === undefined) waiting.add(pending);
		}
		for (const pending of before) waiting.tidy(pending);
	}

	/** After a publication, all is due, also what a person has stopped. What was refused stays in its lane. */
	makeAllDue(): void {
		for (const pending of this.waiting.records.values()) this.waiting.makeDue(pending);
	}

	/** If all records are returned once more, what waits goes with them, as if nobody had tried it. */
	forgetWaiting(): void {
		for (const pending of [...this.waiting.records.values()]) {
			if (pending.row === undefined || pending.execution !== undefined) continue;
			this.table.setRefused(pending.row, false);
			Object.assign(pending, { item: undefined, tried: undefined, dueAt: AT_ONCE });
			this.waiting.tidy(pending);
		}
	}

	/** At the end of a poll, before anything is sent. */
	openLanes(now: number): void {
		if (!this.isHeldUp(now)) this.waiting.openLanes(now);
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(now: number): Piece | undefined {
		return this.isBlocked ? undefined : this.waiting.next(now, this.isHeldUp(now));
	}

	/** Whether a piece is in progress that the next one waits for. */
	private isHeldUp(now: number): boolean {
		const { lastPiece } = this;
		if (!lastPiece || lastPiece.isLate || !this.executions.has(lastPiece)) return false;
		return now - lastPiece.startedAt < HOLD_MS;
	}

	/**
	 * An execution with this piece starts now.
	 * @returns its ID
	 */
	start({ records, lane }: Piece, now: number, leaseMs: number): number {
		const tellsAtStart = !this.retries;
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
			given.set(pending, { values, before: this.table.told(row), triedBefore: pending.tried });
			if (tellsAtStart) {
				this.table.setTold(row, { knows: 'values', values });
				pending.item = undefined;
			} else {
				this.table.doubt(row, values);
				Object.assign(pending, { execution: execution.id, tried: values });
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
		if (ending === 'notStarted') {
			this.isBlocked = true;
			takeBack(execution, waiting);
			return;
		}
		const { tellsAtStart } = execution;
		if (tellsAtStart) finish(execution, waiting);
		else if (ending === 'succeeded') succeed(execution, waiting);
		else if (execution.isLate) noteTried(execution, waiting);
		else if (ending === 'stopped') stop(execution, waiting);
		else fail(execution, waiting, now, this.succeededAt);
		if (tellsAtStart || ending === 'succeeded') this.succeededAt = now;
	}

	/** What waits, oldest first. */
	get all(): Pending[] {
		return this.waiting.all();
	}

	/** What waits is returned without an execution of which the end is reported, so it counts as told. */
	tellAll(): void {
		for (const pending of this.all) {
			const { row } = pending;
			if (row !== undefined)
				this.table.setTold(row, { knows: 'values', values: this.table.listed(row) });
			pending.item = undefined;
			this.waiting.tidy(pending);
		}
	}

	/** Numbers of records that wait, for the log. */
	get counts(): { refused: number; others: number } {
		return this.waiting.counts;
	}
}
