import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { givenAfter, givenOf, type Given } from './given';
import type { Pending } from './queue';
import type { Judged } from './verdict';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** An execution of the workflow, from its start until its end is reported, or is late by a day. Times are of the steady clock, ms. */
export interface Execution extends Judged {
	/** By row. Without those that were forgotten since it has started. */
	records: Map<number, Given>;
	/** When the last poll before its start began to send. */
	lastPollAt: number;
	/** When it is overdue. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
}

export const rowsIn = ({ records }: Execution): number[] => [...records.keys()];

/** The executions of which the end can still be reported. Their starts and ends say what the workflow was told. */
export class Executions {
	private readonly inTime = new Set<Execution>();
	/** Those whose lease has ended, so their records can go again. */
	private readonly late = new Set<Execution>();

	/** Those whose lease has not ended. */
	get inProgress(): Execution[] {
		return [...this.inTime];
	}

	private get all(): Execution[] {
		return [...this.inTime, ...this.late];
	}

	/** Nothing else goes with the records of these rows. */
	get rowsInProgress(): ReadonlySet<number> {
		return new Set(this.inProgress.flatMap(rowsIn));
	}

	/** A list: follows the records to their new rows. */
	follow({ records: listed, rowNow, upToDate }: Comparison): void {
		for (const execution of this.all) {
			const records = new Map<number, Given>();
			for (const [lastRow, given] of execution.records) {
				const row = rowNow(lastRow);
				if (row === undefined) continue;
				const update = (earlier: PartValues) => upToDate(row, earlier);
				records.set(row, givenAfter(given, listed.at(row), update));
			}
			execution.records = records;
		}
	}

	/** One starts with these records. */
	start(table: Table, due: Pending[], how: Omit<Execution, 'records' | 'count'>): Execution {
		const records = new Map(due.map((one) => [one.row, givenOf(table, one)]));
		const execution = { ...how, records, count: due.length };
		this.inTime.add(execution);
		return execution;
	}

	/** It starts or ends, and has perhaps written. Those that were given other values of the same records are overtaken. */
	noteOvertaken(execution: Execution): void {
		for (const other of this.all) {
			for (const [row, { values }] of execution.records) {
				const given = other.records.get(row);
				if (given && !isSameParts(given.values, values)) given.isOvertaken = true;
			}
		}
	}

	/** Its end is reported. @returns when. Undefined if it does not count: it was reported before, or comes too late */
	end(execution: Execution): 'inTime' | 'late' | undefined {
		if (this.inTime.delete(execution)) return 'inTime';
		return this.late.delete(execution) ? 'late' : undefined;
	}

	/** From now on, those whose lease has ended are late. @returns these */
	endLeases(now: number): Execution[] {
		const overdue = this.inProgress.filter(({ leaseEndsAt }) => now >= leaseEndsAt);
		for (const execution of overdue) {
			this.inTime.delete(execution);
			this.late.add(execution);
		}
		return overdue;
	}

	/** Those that are late for longer than `LATE_MS` do not count any more. */
	forgetLate(now: number): void {
		for (const execution of this.late)
			if (now - execution.leaseEndsAt > LATE_MS) this.late.delete(execution);
	}
}
