import type { Asker } from '../table/asker';
import type { Comparison } from '../table/compare';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, rowsIn, type Execution } from './executions';
import type { Given } from './given';
import { LANES, Lanes, MODES, type LaneName } from './lanes';
import { laneOf, Queue, type Pending } from './queue';
import { Turns } from './turns';
import { verdictOf, type Ending, type Fate, type OutboxSettings } from './verdict';
import { waitingOf, type Waiting } from './waiting';

const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	lane: LaneName;
}

/**
 * What is due, in memory only. What the workflow was *told* of each record is in the table, which n8n stores, with what is refused. The table
 * changes with each list (`compare.ts`), with the start and the end of an execution (`given.ts`), and when its records are then compared
 * again. After a restart, the next list is compared with it, and what is due is found again.
 *
 * What moves a record: `queue.ts`. What happens in each case is in `docs/maintainers/delivery.md`. Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly queue: Queue;
	private readonly executions = new Executions();
	private readonly lanes = new Lanes();
	private readonly turns = new Turns();
	/** Of the last list. */
	private asker?: Asker;
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

	/** What a list has changed, compared with what the workflow was told by now. */
	follow(comparison: Comparison): void {
		this.current = comparison.table;
		this.asker = comparison.asker;
		this.executions.follow(comparison);
		this.queue.follow(comparison);
	}

	/**
	 * A poll sends, after the comparison if it has read a list.
	 * @returns the number of records that go again because their execution had no end in its lease
	 */
	beginSending(settings: OutboxSettings, now: number): number {
		this.settings = settings;
		const overdue = this.endLeases(now);
		this.lanes.beginSending(now);
		this.queue.beginRound();
		return overdue;
	}

	/** What has no end in its lease counts as failed. @returns the number of records that go again */
	private endLeases(now: number): number {
		this.executions.forgetLate(now);
		const overdue = this.executions.endLeases(now);
		for (const execution of overdue) this.settle(execution, 'overdue', now, false);
		const again = overdue.filter(({ retries }) => retries).flatMap(rowsIn);
		return again.filter((row) => this.queue.get(row)).length;
	}

	/**
	 * All goes again from the next `beginSending` on, also what a person has stopped: n8n activates the workflow, or all is returned once
	 * more.
	 */
	beginAnew(): void {
		this.queue.beginAnew();
		this.lanes.beginAnew();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		const { recordsPerExecution } = this.settings;
		const sizes = LANES.map((lane) => ({
			lane,
			size: this.mustWait(lane) ? 0 : this.lanes.sizeOf(lane, recordsPerExecution),
		}));
		const free = sizes.filter(({ size }) => size > 0);
		// First, because with many records, to look through them takes longer than all else.
		if (free.length === 0) return undefined;
		const ready = this.readyByLane();
		for (const { lane, size } of free) {
			const isRefused = lane === 'refused';
			const ordered = isRefused ? this.turns.order(ready[lane], this.table) : ready[lane];
			if (ordered.length > 0) return { records: oldestFirst(ordered.slice(0, size)), lane };
		}
		return undefined;
	}

	/** All that can go, together. Undefined if there is nothing. Its lane does not matter, because n8n reports no failure. */
	allAtOnce(): Batch | undefined {
		const ready = Object.values(this.readyByLane()).flat();
		return ready.length > 0 ? { records: oldestFirst(ready), lane: 'untried' } : undefined;
	}

	/**
	 * Whether the next execution of a lane waits for the end of one in progress: for the last one of the lane, but what is untried for none.
	 * With *One* or *All*, for any.
	 */
	private mustWait(lane: LaneName): boolean {
		if (MODES[this.settings.recordsPerExecution].isOneAtATime)
			return this.executions.inProgress.length > 0;
		return lane !== 'untried' && this.executions.isBusy(lane);
	}

	/** What can go, by lane, in the order of the queue. */
	private readyByLane(): Record<LaneName, Pending[]> {
		const { queue, table } = this;
		const inProgress = this.executions.rowsInProgress;
		const ready: Record<LaneName, Pending[]> = { untried: [], tried: [], refused: [] };
		for (const record of queue.all) {
			const waits = inProgress.has(record.row) || queue.reasonToWait(record);
			if (!waits) ready[laneOf(record, table)].push(record);
		}
		return ready;
	}

	/** An execution with these records starts now. */
	start({ records, lane }: Batch, now: number, leaseMs: number): Execution {
		const { retries, recordsPerExecution } = this.settings;
		const rows = records.map(({ row }) => row);
		if (lane === 'refused') this.turns.next();
		this.queue.start(records);
		return this.executions.start(this.table, rows, {
			retries,
			recordsPerExecution,
			lane,
			lastPollAt: this.lanes.lastPollAt,
			leaseEndsAt: now + leaseMs,
		});
	}

	/** An execution has ended. Nothing happens if its end was reported before, or comes too late. */
	end(execution: Execution, ending: Ending, now: number): void {
		const when = this.executions.end(execution);
		if (when) this.settle(execution, ending, now, when === 'late');
	}

	/** What the end of an execution, or of its lease, means. @param isLate whether its lease has ended before */
	private settle(execution: Execution, ending: Ending, now: number, isLate: boolean): void {
		const { lane, count, recordsPerExecution, lastPollAt, leaseEndsAt, records } = execution;
		// 1. It is judged by what has succeeded before.
		const hasOtherSucceeded = this.lanes.hasSucceededSince(lastPollAt);
		const verdict = verdictOf(execution, ending, { isLate, hasOtherSucceeded });
		// 2. The destination takes records, so what is held can go, but not its own records, which would go again and again before others.
		if (verdict.shows === 'success') this.queue.beginRound();
		// 3. Its records are compared again with what it tells.
		this.executions.tell(this.table, execution, verdict.tells);
		for (const [row, given] of records) this.putBack(row, given, verdict.fate);
		// 4. Whether the lane waits depends on what it has left.
		if (verdict.shows === 'failure') {
			const hasMore = this.readyByLane()[lane].length > 0;
			// A wait begins with the end of the lease, so that polls that are far apart do not lose one.
			this.lanes.fail(lane, Math.min(now, leaseEndsAt), hasMore);
		}
		// A piece that took longer than its lease is too large.
		if (verdict.shows === 'success')
			this.lanes.succeed(lane, now, recordsPerExecution, isLate ? 0 : count);
	}

	/**
	 * What becomes of a record whose execution has ended. It is compared again, because that has perhaps told something else than what it was
	 * due by. Nothing happens if it is not in the queue.
	 */
	private putBack(row: number, { values }: Given, fate: Fate): void {
		const { table, queue, asker } = this;
		const record = queue.get(row);
		if (!record || !asker) return;
		const { told, due } = asker.askAgain(record, table);
		table.tell(row, told);
		const hasNewer = !isSameParts(values, table.listed(row));
		if (due && fate === 'refuse' && !hasNewer) table.refuse(row);
		queue.end(row, due, fate, hasNewer);
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.table, this.queue, this.executions.rowsInProgress);
	}
}
