import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { givenWith, overtake, tellAtEnd, tellAtStart, type Given } from './given';
import type { LaneName } from './lanes';
import type { Started, Verdict } from './verdict';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution extends Started {
	/** By row. Without those that were forgotten since it has started. */
	records: ReadonlyMap<number, Given>;
	lane: LaneName;
	/** The last poll before its start. */
	lastPollAt: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so its records can go again. Its end still counts. */
	isLate: boolean;
}

/** The executions of which the end can still be reported. Their starts and ends say what the workflow was told. */
export class Executions {
	private readonly all = new Set<Execution>();

	/** Nothing else goes with the records of these. */
	get inTime(): Execution[] {
		return [...this.all].filter(({ isLate }) => !isLate);
	}

	/** Follows the records to their rows in the table of the next list. */
	follow({ rowNow, upToDate, isOtherScope }: Comparison): void {
		for (const execution of this.all) {
			const records = new Map<number, Given>();
			for (const [lastRow, given] of execution.records) {
				const row = rowNow(lastRow);
				if (row === undefined) continue;
				// For another event or filter, what n8n could not start does not go again.
				if (isOtherScope) delete given.toldBefore;
				records.set(
					row,
					givenWith(given, (earlier) => upToDate(row, earlier)),
				);
			}
			execution.records = records;
		}
	}

	/** One starts with the records of these rows. */
	start(
		table: Table,
		rows: number[],
		how: Omit<Execution, 'records' | 'count' | 'isLate'>,
	): Execution {
		// The workflow is told more now than before the start of an earlier one.
		for (const { records: others } of this.all)
			for (const row of rows) delete others.get(row)?.toldBefore;
		const records = new Map(rows.map((row) => [row, tellAtStart(table, row, how.retries)]));
		const execution = { ...how, records, count: rows.length, isLate: false };
		this.overtakeOthers(execution);
		this.all.add(execution);
		return execution;
	}

	/** One has ended. @returns whether that counts. Not if it was reported before, or comes too late */
	end(table: Table, execution: Execution, verdict: Verdict): boolean {
		if (!this.all.delete(execution)) return false;
		// One that could not start has written nothing.
		if (verdict.told !== 'beforeStart') this.overtakeOthers(execution);
		for (const [row, given] of execution.records) tellAtEnd(table, row, given, verdict);
		return true;
	}

	/** Those with the same records have perhaps not written last. With retries off, that does not matter: what starts is told. */
	private overtakeOthers({ retries: isRetried, records }: Execution): void {
		if (!isRetried) return;
		for (const other of [...this.all].filter(({ retries }) => retries)) {
			for (const [row, { values }] of records) {
				const given = other.records.get(row);
				if (given) overtake(given, values);
			}
		}
	}

	/** @returns those whose lease has ended since the last time */
	endLeases(now: number): Execution[] {
		for (const execution of this.all)
			if (execution.isLate && now - execution.leaseEndsAt > LATE_MS) this.all.delete(execution);
		const ended = this.inTime.filter(({ leaseEndsAt }) => now >= leaseEndsAt);
		for (const execution of ended) execution.isLate = true;
		return ended;
	}
}
