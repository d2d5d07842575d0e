import type { NextTable } from '../table/nextTable';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import type { BatchKind } from './lane';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** A record in an execution. */
interface Given {
	/** What the execution was given. */
	values: PartValues;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row. Without those that were forgotten since it has started. */
	records: ReadonlyMap<number, Given>;
	/** Whether it has started with only one. */
	isOfOne: boolean;
	/** Whether its records are sent again if it fails. */
	retries: boolean;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts. With retries off, it has ended then. */
	isLate: boolean;
	/** Whether another one had succeeded between the last poll and its start. */
	isAfterSuccess: boolean;
	kind: BatchKind;
}

/** An execution has told the workflow what it was given. */
function tell(table: Table, row: number, { values, isOvertaken }: Given): void {
	table.setTold(row, { knows: isOvertaken ? 'perhapsMore' : 'values', values });
}

/** Whether the end of an execution tells the workflow for certain. With retries off, a failure does too. */
export const tells = ({ retries }: Execution, ending: Ending): boolean =>
	ending === 'succeeded' || (!retries && ending !== 'notStarted');

/** The executions of the workflow, and what it was told by their starts and ends. `docs/maintainers/delivery.md` says that in words. */
export class Executions {
	/** Those of which the end can still be reported. */
	private readonly open = new Set<Execution>();

	/** @param table what the workflow was told */
	constructor(public table: Table) {}

	/** Goes on with the table of the next list. */
	follow({ table, moveOf }: NextTable): void {
		this.table = table;
		for (const execution of this.open) {
			const records = new Map<number, Given>();
			for (const [lastRow, { values, isOvertaken }] of execution.records) {
				const move = moveOf(lastRow);
				if (move) records.set(move.row, { values: move.update(values), isOvertaken });
			}
			execution.records = records;
		}
	}

	/** Whether the record of this row is in one. */
	has(row: number): boolean {
		return this.inTime.some(({ records }) => records.has(row));
	}

	/** Whether a piece of a lane is in progress. */
	get hasPiece(): boolean {
		return this.inTime.some(({ kind }) => kind !== 'fresh');
	}

	private get inTime(): Execution[] {
		return [...this.open].filter(({ isLate }) => !isLate);
	}

	/** One starts with the records of these rows. */
	start(
		rows: number[],
		how: Pick<Execution, 'kind' | 'retries' | 'leaseEndsAt' | 'isAfterSuccess'>,
	): Execution {
		const { table } = this;
		const records = new Map<number, Given>();
		for (const row of rows) {
			const values = table.listed(row);
			records.set(row, { values, isOvertaken: false });
			table.setPerhapsTold(row, values);
		}
		const execution = { ...how, records, isOfOne: rows.length === 1, isLate: false };
		this.overtakeOthers(execution);
		this.open.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(execution: Execution, ending: Ending): boolean {
		if (!this.open.delete(execution)) return false;
		if (ending === 'notStarted') return true;
		this.overtakeOthers(execution);
		for (const [row, given] of execution.records) {
			if (tells(execution, ending)) tell(this.table, row, given);
			// It can have passed on its values without a success.
			else this.table.setPerhapsTold(row, given.values);
		}
		return true;
	}

	/** The table as n8n stores it: with retries off, what has started is told, so that a restart does not repeat it. */
	get storedTable(): Table {
		const stored = this.table.copy();
		this.tellStarted(stored);
		return stored;
	}

	/** With retries off, what has started is told. */
	tellStarted(table = this.table): void {
		for (const { retries, records } of this.open)
			if (!retries) for (const [row, given] of records) tell(table, row, given);
	}

	/** An execution writes its values from now on, or perhaps has just written them. */
	private overtakeOthers({ records }: Execution): void {
		for (const other of this.open) {
			for (const [row, { values }] of records) {
				const others = other.records.get(row);
				if (others && !isSameParts(others.values, values)) others.isOvertaken = true;
			}
		}
	}

	/** @returns those whose lease has ended since the last time */
	endLeases(now: number): Execution[] {
		for (const execution of this.open)
			if (execution.isLate && now - execution.leaseEndsAt > LATE_MS) this.open.delete(execution);
		const ended = this.inTime.filter(({ leaseEndsAt }) => now >= leaseEndsAt);
		for (const execution of ended) {
			if (execution.retries) execution.isLate = true;
			// Nothing waits for its end.
			else this.end(execution, 'failed');
		}
		return ended;
	}
}
