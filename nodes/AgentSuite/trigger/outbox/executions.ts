import type { NextTable } from '../table/nextTable';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { toldWith, type Told } from '../table/told';
import type { BatchKind } from './lane';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** A record in an execution. */
interface Given {
	/** What the execution was given. */
	values: PartValues;
	/** What the workflow was told before its start. Undefined once the event or its filters have changed. */
	before: Told | undefined;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row. */
	records: ReadonlyMap<number, Given>;
	/** Whether its end decides if its records are sent again. Otherwise, its start has told the workflow. */
	retries: boolean;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts. */
	isLate: boolean;
	/** Whether another one had succeeded between the last poll and its start. */
	isAfterSuccess: boolean;
	kind: BatchKind;
}

/** The executions of the workflow, and what it was told by their starts and ends. `docs/maintainers/delivery.md` says that in words. */
export class Executions {
	/** Those of which the end can still be reported, in the order in which they started. */
	private readonly open = new Set<Execution>();

	/** @param table what the workflow was told */
	constructor(public table: Table) {}

	/** Goes on with the table of the next list. */
	follow({ table, moveOf, isOtherScope }: NextTable): void {
		this.table = table;
		for (const execution of this.open) {
			const records = new Map<number, Given>();
			for (const [lastRow, { values, before, isOvertaken }] of execution.records) {
				const move = moveOf(lastRow);
				if (!move) continue;
				records.set(move.row, {
					values: move.update(values),
					before: before && !isOtherScope ? toldWith(before, move.update) : undefined,
					isOvertaken,
				});
			}
			execution.records = records;
		}
	}

	/** Whether the record of this row is in one whose end decides whether it is sent again. */
	has(row: number): boolean {
		return this.inTime.some(({ retries, records }) => retries && records.has(row));
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
			records.set(row, { values, before: table.told(row), isOvertaken: false });
			if (how.retries) table.setPerhapsTold(row, values);
			else table.setDone(row);
		}
		const execution = { ...how, records, isLate: false };
		this.overtakeOthers(execution);
		this.open.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(execution: Execution, ending: Ending): boolean {
		if (!this.open.has(execution)) return false;
		if (execution.retries) {
			if (ending !== 'notStarted') this.tell(execution, ending === 'succeeded');
		} else if (ending === 'notStarted') this.undoStart(execution);
		this.open.delete(execution);
		return true;
	}

	/** Takes back what its start has told the workflow. If the start of a later one has told it more, that is what can be taken back later. */
	private undoStart(execution: Execution): void {
		const all = [...this.open];
		const later = all.slice(all.indexOf(execution) + 1);
		for (const [row, { before }] of execution.records) {
			const next = later.find(({ records }) => records.has(row))?.records.get(row);
			if (next) next.before = before;
			else if (before) this.table.setTold(row, before);
		}
	}

	private tell(execution: Execution, hasSucceeded: boolean): void {
		this.overtakeOthers(execution);
		for (const [row, { values, isOvertaken }] of execution.records) {
			const knows = isOvertaken ? 'perhapsMore' : 'values';
			if (hasSucceeded) this.table.setTold(row, { knows, values });
			// It can have passed on its values without a success.
			else this.table.setPerhapsTold(row, values);
		}
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
		for (const execution of ended) execution.isLate = true;
		return ended;
	}
}
