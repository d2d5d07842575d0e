import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Way } from './lane';
import type { Started, Verdict } from './verdict';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** A record in an execution. */
interface Given {
	/** What the execution was given. */
	values: PartValues;
	/**
	 * With retries on, whether an execution with other values has started or ended since, so that these were perhaps not written last.
	 * Only so if one of the two is late.
	 */
	isOvertaken: boolean;
	/** With retries off, what the workflow was told before its start, for an execution that n8n could not start. */
	toldBefore?: Told;
}

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(verdict: Verdict['told'], given: Given, now: Told): Told {
	const { values, isOvertaken, toldBefore } = given;
	switch (verdict) {
		case 'given':
			return { knows: isOvertaken ? 'perhapsMore' : 'values', values };
		case 'before':
			// Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return toldBefore ? perhapsAlso(toldBefore, values) : now;
		case 'atStart':
			// It can have passed on its values without a success, after those that the workflow was told since.
			return isOvertaken ? perhapsAlso(now, values) : now;
	}
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution extends Started {
	/** By row. Without those that were forgotten since it has started. */
	records: ReadonlyMap<number, Given>;
	way: Way;
	/** The last poll before its start. */
	lastPollAt: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
}

/** The executions of which the end can still be reported. Their starts and ends say what the workflow was told. */
export class Executions {
	/** Nothing else goes with their records. */
	private readonly inTime = new Set<Execution>();
	/** Their lease has ended, so their records can go again. Their end still counts. */
	private readonly late = new Set<Execution>();

	private get all(): Execution[] {
		return [...this.inTime, ...this.late];
	}

	isLate(execution: Execution): boolean {
		return this.late.has(execution);
	}

	/** The rows of the records that are in one. */
	get rows(): Set<number> {
		return new Set([...this.inTime].flatMap(({ records }) => [...records.keys()]));
	}

	/** Whether a piece of one of these lanes is in progress. */
	hasPieceOf(lanes: readonly Way[]): boolean {
		return [...this.inTime].some(({ way }) => lanes.includes(way));
	}

	/** Follows the records to their rows in the table of the next list. */
	follow({ rowNow, upToDate, isOtherScope }: Comparison): void {
		for (const execution of this.all) {
			const records = new Map<number, Given>();
			for (const [lastRow, { values, isOvertaken, toldBefore }] of execution.records) {
				const row = rowNow(lastRow);
				if (row === undefined) continue;
				const update = (earlier: PartValues) => upToDate(row, earlier);
				records.set(row, {
					values: update(values),
					isOvertaken,
					// For another event or filter, it does not go again.
					toldBefore: isOtherScope ? undefined : toldBefore && toldWith(toldBefore, update),
				});
			}
			execution.records = records;
		}
	}

	/** One starts with the records of these rows. */
	start(table: Table, rows: number[], how: Omit<Execution, 'records' | 'isAlone'>): Execution {
		// The workflow is told more now than before the start of an earlier one.
		for (const { records: others } of this.all)
			for (const row of rows) delete others.get(row)?.toldBefore;
		const records = new Map<number, Given>();
		for (const row of rows) {
			const values = table.listed(row);
			const told = table.told(row);
			const toldBefore = how.retries ? undefined : told;
			records.set(row, { values, isOvertaken: false, toldBefore });
			table.tell(row, how.retries ? perhapsAlso(told, values) : { knows: 'values', values });
		}
		const execution = { ...how, records, isAlone: rows.length === 1 };
		this.overtakeOthers(execution);
		this.inTime.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(table: Table, execution: Execution, { told }: Verdict): boolean {
		if (!this.inTime.delete(execution) && !this.late.delete(execution)) return false;
		// One that could not start has written nothing.
		if (told !== 'before') this.overtakeOthers(execution);
		for (const [row, given] of execution.records)
			table.tell(row, toldAtEnd(told, given, table.told(row)));
		return true;
	}

	/** An execution writes its values from now on, or perhaps has just written them. */
	private overtakeOthers({ records }: Execution): void {
		for (const other of this.all) {
			for (const [row, { values }] of records) {
				const others = other.records.get(row);
				if (others && other.retries && !isSameParts(others.values, values))
					others.isOvertaken = true;
			}
		}
	}

	/** @returns those whose lease has ended since the last time */
	endLeases(now: number): Execution[] {
		for (const execution of this.late)
			if (now - execution.leaseEndsAt > LATE_MS) this.late.delete(execution);
		const ended = [...this.inTime].filter(({ leaseEndsAt }) => now >= leaseEndsAt);
		for (const execution of ended) {
			this.inTime.delete(execution);
			this.late.add(execution);
		}
		return ended;
	}
}
