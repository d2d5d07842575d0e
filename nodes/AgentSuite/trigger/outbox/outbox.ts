import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, type Execution } from './executions';
import { tellAtEnd } from './given';
import { hasFixedSize, LANES, Lanes, type LaneName } from './lanes';
import { Queue, type Pending } from './queue';
import { verdictOf, type Ending, type OutboxSettings, type Verdict } from './verdict';
import { waitingOf, type Waiting } from './waiting';

const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** The rows of the records of executions. */
const rowsOf = (executions: Execution[]): number[] =>
	executions.flatMap(({ records }) => [...records.keys()]);

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	lane: LaneName;
}

/**
 * What is due, in memory only: records that wait, and those in an execution whose end decides whether they go again (`queue.ts`).
 * What the workflow was *told* of each record is in the table, which n8n stores (`told.ts`), with what is refused. It changes with
 * each list (`compare.ts`), and with the start and the end of an execution (`executions.ts`). After a restart, the next list is
 * compared with it, and what is due is found again.
 *
 * What is due goes in one of three lanes (`lanes.ts`). What happens in each case is in `docs/maintainers/delivery.md`. Times come in,
 * ms of the steady clock.
 */
export class Outbox {
	private readonly queue: Queue;
	private readonly executions = new Executions();
	private readonly lanes = new Lanes();
	private lastPollAt = -Infinity;
	private lastSuccessAt = -Infinity;
	/** What the last poll has found, as numbers of records. */
	private found = { overdue: 0, unmatched: 0 };
	private settings: OutboxSettings = { retries: true, recordsPerExecution: 'automatic' };

	/** @param current what the workflow was told @param random in [0, 1) */
	constructor(
		private current: Table,
		random = Math.random,
	) {
		this.queue = new Queue(random);
	}

	/** What the workflow was told, as n8n stores it. */
	get table(): Table {
		return this.current;
	}

	/** A poll that has read no list. */
	poll(settings: OutboxSettings, now: number): void {
		this.settings = settings;
		this.endLeases(now);
		this.beginPoll(now);
	}

	/** A poll that has read a list. @param compareWith compares it with what the workflow was told by now */
	pollList(
		settings: OutboxSettings,
		now: number,
		compareWith: (table: Table) => Comparison,
	): Comparison {
		this.settings = settings;
		this.endLeases(now);
		const comparison = compareWith(this.table);
		this.current = comparison.table;
		this.found.unmatched = this.countUnmatched(comparison);
		this.executions.follow(comparison);
		this.queue.follow(comparison, new Set(rowsOf(this.executions.inTime)));
		this.beginPoll(now);
		return comparison;
	}

	/** What has no end in its lease counts as failed. */
	private endLeases(now: number): void {
		const late = this.executions.withEndedLease(now);
		const again = rowsOf(late.filter(({ retries }) => retries));
		this.found = { overdue: again.filter((row) => this.queue.get(row)).length, unmatched: 0 };
		this.settle(late, 'failed', now);
		for (const execution of late) execution.isLate = true;
	}

	/** How many are done without a delivery until now. For another event or filter, `compare` counts them. */
	private countUnmatched({ isOtherScope, rowNow, table }: Comparison): number {
		if (isOtherScope) return 0;
		const rows = this.queue.all.map(({ row }) => rowNow(row));
		return rows.filter((row) => row !== undefined && table.isDone(row)).length;
	}

	private beginPoll(now: number): void {
		this.lastPollAt = now;
		this.queue.release('held');
		this.lanes.beginPoll(now);
	}

	/** After a publication, and with *Emit Existing*: with the next poll, also what a person has stopped. */
	retrySoon(): void {
		this.queue.release('stopped');
		this.lanes.beginAnew();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		for (const lane of LANES) {
			if (this.isBusy(lane)) continue;
			const ready = this.readyIn(lane);
			const records = this.lanes.pick(lane, ready, this.settings.recordsPerExecution);
			if (records.length > 0) return { records: oldestFirst(records), lane };
		}
		return undefined;
	}

	/** All that can go, together. Undefined if there is nothing. */
	all(): Batch | undefined {
		const { ready } = this.queue;
		return ready.length > 0 ? { records: oldestFirst(ready), lane: 'first' } : undefined;
	}

	/**
	 * Whether the next execution of a lane waits for the end of one in progress: for the last one of the lane, but what is untried for none.
	 * With a fixed size, for any.
	 */
	private isBusy(lane: LaneName): boolean {
		const { inTime } = this.executions;
		if (hasFixedSize(this.settings.recordsPerExecution)) return inTime.length > 0;
		return lane !== 'first' && inTime.some((execution) => execution.lane === lane);
	}

	/** What can go in a lane, in the order of the queue. */
	private readyIn(lane: LaneName): Pending[] {
		return this.queue.ready.filter((record) => this.laneOf(record) === lane);
	}

	private laneOf({ row, phase }: Pending): LaneName {
		if (phase === 'untried') return 'first';
		return this.table.isRefused(row) ? 'refused' : 'again';
	}

	/** An execution with these records starts now. */
	start({ records, lane }: Batch, now: number, leaseMs: number): Execution {
		const { retries, recordsPerExecution } = this.settings;
		const rows = records.map(({ row }) => row);
		for (const record of records) {
			if (retries) record.phase = 'sending';
			// Its start tells the workflow.
			else this.queue.delete(record.row);
		}
		return this.executions.start(this.table, rows, {
			retries,
			recordsPerExecution,
			lane,
			lastPollAt: this.lastPollAt,
			leaseEndsAt: now + leaseMs,
		});
	}

	/** An execution has ended. Nothing happens if its end was reported before, or comes too late. */
	end(execution: Execution, ending: Ending, now: number): void {
		if (this.executions.delete(execution)) this.settle([execution], ending, now);
	}

	/** What the end of executions, or of their leases, means for what the workflow was told, for their records, and for the lanes. */
	private settle(executions: Execution[], ending: Ending, now: number): void {
		const ended = executions.map((execution) => ({
			execution,
			verdict: this.verdictOf(execution, ending),
		}));
		for (const { execution, verdict } of ended) {
			tellAtEnd(this.table, execution.records, verdict.told);
			for (const [row, given] of execution.records) this.putBack(row, given.values, verdict);
		}
		// After all records, because a lane that has nothing else to try waits at once.
		for (const { execution, verdict } of ended) this.goOn(execution, verdict, now);
	}

	private verdictOf(execution: Execution, ending: Ending): Verdict {
		const hasOtherSucceeded = this.lastSuccessAt >= execution.lastPollAt;
		return verdictOf(execution, ending, hasOtherSucceeded);
	}

	/** What the verdict on an execution means for the lanes. */
	private goOn(
		{ lane, count, isLate, leaseEndsAt }: Execution,
		{ shows }: Verdict,
		now: number,
	): void {
		// A wait begins with the end of the lease, so that polls that are far apart do not lose one.
		const since = Math.min(now, leaseEndsAt);
		if (shows === 'failure') this.lanes.fail(lane, since, this.readyIn(lane).length > 0);
		if (shows !== 'success') return;
		// The destination takes records, so others can go too.
		this.lastSuccessAt = now;
		this.queue.release('held');
		// A piece that took longer than its lease is too large.
		this.lanes.succeed(lane, isLate ? 0 : count);
	}

	/** @param given what the execution was given of the record */
	private putBack(row: number, given: PartValues, { records: becomes }: Verdict): void {
		const record = this.queue.get(row);
		if (!record || becomes === 'stay') return;
		if (becomes === 'untilNextList') {
			// What its item says has changed is not so any more.
			this.queue.delete(row);
		} else if (!isSameParts(given, this.table.listed(row))) {
			// Edited meanwhile.
			this.queue.put(record, 'untried');
		} else if (becomes === 'refused') {
			this.table.refuse(row);
			this.queue.put(record, 'held');
		} else {
			this.queue.put(record, becomes);
		}
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		const isSending = this.executions.inTime.length > 0;
		return { ...waitingOf(this.queue, this.table), isSending, ...this.found };
	}
}
