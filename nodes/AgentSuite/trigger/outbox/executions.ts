import type { NextTable } from '../table/nextTable';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { toldWith, type Told } from '../table/told';
import type { LaneName } from './lane';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** What an execution was given of a record. */
interface Given {
	values: PartValues;
	/** With retries off: what the workflow was told before, by the same event and filters, if n8n could not start it. */
	undo?: Told;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row, also of records that are not on their way any more. */
	given: ReadonlyMap<number, Given>;
	/** The number of records at its start. */
	size: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts. */
	isLate: boolean;
	/** Whether another one had succeeded between the last poll and its start. */
	isAfterSuccess: boolean;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: LaneName;
	/** Whether its records are sent again after a failure. If not, its start has told the workflow. */
	retries: boolean;
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
			const given = new Map<number, Given>();
			for (const [lastRow, one] of execution.given) {
				const move = moveOf(lastRow);
				if (!move) continue;
				const { row, update } = move;
				const undo = one.undo && !isOtherScope ? toldWith(one.undo, update) : undefined;
				given.set(row, { ...one, values: update(one.values), undo });
			}
			execution.given = given;
		}
	}

	/** Whether the record of this row is in one whose end decides whether it is sent again. */
	has(row: number): boolean {
		return this.inTime.some(({ given, retries }) => retries && given.has(row));
	}

	/** Whether a piece of a lane is in progress. */
	get hasPiece(): boolean {
		return this.inTime.some(({ lane }) => lane !== undefined);
	}

	private get inTime(): Execution[] {
		return [...this.open].filter(({ isLate }) => !isLate);
	}

	/** One starts with the records of these rows. */
	start(rows: number[], how: Omit<Execution, 'given' | 'size' | 'isLate'>): Execution {
		const { table } = this;
		const given = new Map<number, Given>();
		for (const row of rows) {
			const values = table.listed(row);
			const undo = how.retries ? undefined : table.told(row);
			given.set(row, { values, undo, isOvertaken: false });
			if (how.retries) table.setPerhapsTold(row, values);
			else table.setDone(row);
		}
		const execution = { ...how, given, size: rows.length, isLate: false };
		this.overtakeOthers(execution);
		this.open.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(execution: Execution, ending: Ending): boolean {
		if (!this.open.has(execution)) return false;
		if (ending === 'notStarted') this.undo(execution);
		else this.tell(execution, ending === 'succeeded');
		this.open.delete(execution);
		return true;
	}

	/** Takes back what its start has told the workflow. If a later one is in progress with the record, that one takes it back. */
	private undo(execution: Execution): void {
		const all = [...this.open];
		const later = all.slice(all.indexOf(execution) + 1);
		for (const [row, { undo }] of execution.given) {
			if (!undo) continue;
			const next = later.flatMap(({ given }) => given.get(row) ?? []).at(0);
			if (!next) this.table.setTold(row, undo);
			else if (next.undo) next.undo = undo;
		}
	}

	private tell(execution: Execution, hasSucceeded: boolean): void {
		this.overtakeOthers(execution);
		// Its start has told the workflow.
		if (!execution.retries) return;
		for (const [row, { values, isOvertaken }] of execution.given) {
			const knows = isOvertaken ? 'perhapsMore' : 'values';
			if (hasSucceeded) this.table.setTold(row, { knows, values });
			// It can have passed on its values without a success.
			else this.table.setPerhapsTold(row, values);
		}
	}

	/** An execution writes its values from now on, or perhaps has just written them. */
	private overtakeOthers({ given }: Execution): void {
		for (const other of this.open) {
			for (const [row, { values }] of given) {
				const others = other.given.get(row);
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
