import type { Move, NextTable } from '../table/nextTable';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { toldWith, type Told } from '../table/told';
import type { BatchKind } from './lane';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** A record in an execution whose end decides whether it is sent again. */
interface Try {
	/** What the execution was given. */
	values: PartValues;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row. Empty with retries off. */
	tries: ReadonlyMap<number, Try>;
	/**
	 * By row, what the workflow was told before, by the same event and filters, if n8n could not start it. Empty unless retries are
	 * off: only then, its start has told the workflow.
	 */
	undo: ReadonlyMap<number, Told>;
	/** The number of records at its start. */
	size: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts. */
	isLate: boolean;
	/** Whether another one had succeeded between the last poll and its start. */
	isAfterSuccess: boolean;
	kind: BatchKind;
}

/** The entries of the rows that are still known, by their new rows. */
function moved<T>(
	byRow: ReadonlyMap<number, T>,
	moveOf: NextTable['moveOf'],
	change: (entry: T, update: Move['update']) => T,
): Map<number, T> {
	const next = new Map<number, T>();
	for (const [lastRow, entry] of byRow) {
		const move = moveOf(lastRow);
		if (move) next.set(move.row, change(entry, move.update));
	}
	return next;
}

/** The executions of the workflow, and what it was told by their starts and ends. The table in `outbox.ts` says that in words. */
export class Executions {
	/** Those of which the end can still be reported, in the order in which they started. */
	private readonly open = new Set<Execution>();

	/** @param table what the workflow was told */
	constructor(public table: Table) {}

	/** Goes on with the table of the next list. */
	follow({ table, moveOf, isOtherScope }: NextTable): void {
		this.table = table;
		for (const execution of this.open) {
			execution.tries = moved(execution.tries, moveOf, (one, update) => ({
				...one,
				values: update(one.values),
			}));
			execution.undo = isOtherScope ? new Map() : moved(execution.undo, moveOf, toldWith);
		}
	}

	/** Whether the record of this row is in one whose end decides whether it is sent again. */
	has(row: number): boolean {
		return this.inTime.some(({ tries }) => tries.has(row));
	}

	/** Whether a piece of a lane is in progress. */
	get hasPiece(): boolean {
		return this.inTime.some(({ kind }) => kind !== 'fresh');
	}

	private get inTime(): Execution[] {
		return [...this.open].filter(({ isLate }) => !isLate);
	}

	/** One starts with the records of these rows. @param retries whether they are sent again if it fails */
	start(
		rows: number[],
		retries: boolean,
		how: Pick<Execution, 'leaseEndsAt' | 'isAfterSuccess' | 'kind'>,
	): Execution {
		const { table } = this;
		const tries = new Map<number, Try>();
		const undo = new Map<number, Told>();
		for (const row of rows) {
			if (retries) {
				const values = table.listed(row);
				tries.set(row, { values, isOvertaken: false });
				table.setPerhapsTold(row, values);
			} else {
				undo.set(row, table.told(row));
				table.setDone(row);
			}
		}
		const execution = { ...how, tries, undo, size: rows.length, isLate: false };
		this.overtakeOthers(execution);
		this.open.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(execution: Execution, ending: Ending): boolean {
		if (!this.open.has(execution)) return false;
		if (ending === 'notStarted') this.undoStart(execution);
		else this.tell(execution, ending === 'succeeded');
		this.open.delete(execution);
		return true;
	}

	/** Takes back what its start has told the workflow. If a later one is in progress with the record, that one takes it back. */
	private undoStart(execution: Execution): void {
		const all = [...this.open];
		const later = all.slice(all.indexOf(execution) + 1);
		for (const [row, told] of execution.undo) {
			const next = later.find(({ tries, undo }) => tries.has(row) || undo.has(row));
			if (!next) this.table.setTold(row, told);
			else if (next.undo.has(row)) next.undo = new Map(next.undo).set(row, told);
		}
	}

	private tell(execution: Execution, hasSucceeded: boolean): void {
		this.overtakeOthers(execution);
		for (const [row, { values, isOvertaken }] of execution.tries) {
			const knows = isOvertaken ? 'perhapsMore' : 'values';
			if (hasSucceeded) this.table.setTold(row, { knows, values });
			// It can have passed on its values without a success.
			else this.table.setPerhapsTold(row, values);
		}
	}

	/** An execution writes its values from now on, or perhaps has just written them. */
	private overtakeOthers({ tries }: Execution): void {
		for (const other of this.open) {
			for (const [row, { values }] of tries) {
				const others = other.tries.get(row);
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
