import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { Executions, rowsIn, type Execution } from './executions';
import { tellAtEnd } from './given';
import { hasFixedSize, LANES, Lanes, type LaneName } from './lanes';
import { Queue, type Pending } from './queue';
import { verdictOf, type Ending, type Fate, type OutboxSettings, type Verdict } from './verdict';
import { waitingOf, type Place, type Waiting } from './waiting';

const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	lane: LaneName;
}

/** An execution that has ended, or its lease. */
interface Ended {
	execution: Execution;
	verdict: Verdict;
}

/**
 * What is due, in memory only. What the workflow was *told* of each record is in the table, which n8n stores, with what is refused. It
 * changes with each list (`compare.ts`), and with the start and the end of an execution (`given.ts`). After a restart, the next list is
 * compared with it, and what is due is found again.
 *
 * Each record that the table counts as open is in one of these places:
 *
 *     execution    in time: it goes no other way until that ends, or its lease (`executions.ts`). With retries, it is in the queue too
 *     queue        is due, and goes in its lane, unless it is parked (`queue.ts`, `lanes.ts`)
 *     nextList     which says whether it is due: it is off the list, does not match now, or the end of an execution has changed what the
 *                  workflow was told of it, so its item is not so any more
 *
 * What happens in each case is in `docs/maintainers/delivery.md`. Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly queue: Queue;
	private readonly executions = new Executions();
	private readonly lanes = new Lanes();
	/** The number of executions with refused ones. */
	private refusedTurns = 0;
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

	/**
	 * What a list has changed, compared with what the workflow was told by now.
	 * @returns the number of records that waited, and do not match the event any more
	 */
	follow(comparison: Comparison): number {
		this.current = comparison.table;
		this.executions.follow(comparison);
		return this.queue.follow(comparison);
	}

	/**
	 * A poll, after the comparison if it has read a list.
	 * @returns the number of records that go again because their execution had no end in its lease
	 */
	beginPoll(settings: OutboxSettings, now: number): number {
		this.settings = settings;
		const overdue = this.endLeases(now);
		this.queue.release('held');
		this.lanes.beginPoll(now);
		return overdue;
	}

	/** What has no end in its lease counts as failed. @returns the number of records that go again */
	private endLeases(now: number): number {
		const expired = this.executions.expired(now);
		const ended = expired.map((execution) => this.ended(execution, 'failed'));
		this.executions.forgetLate(now);
		this.executions.setLate(expired);
		this.settle(ended, now);
		const again = expired.filter(({ retries }) => retries).flatMap(rowsIn);
		return again.filter((row) => this.queue.get(row)).length;
	}

	/** After a publication, and with *Emit Existing*: with the next poll, also what a person has stopped. */
	retrySoon(): void {
		this.queue.release('stopped');
		this.lanes.beginAnew();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		const { ready } = this;
		for (const lane of LANES) {
			if (this.isBusy(lane)) continue;
			const inLane = ready.filter((record) => record.lane === lane);
			const ordered = lane === 'refused' ? this.inTurn(inLane) : inLane;
			const records = this.lanes.pick(lane, ordered, this.settings.recordsPerExecution);
			if (records.length > 0) return { records: oldestFirst(records), lane };
		}
		return undefined;
	}

	/** All that can go, together. Undefined if there is nothing. */
	all(): Batch | undefined {
		const { ready } = this;
		return ready.length > 0 ? { records: oldestFirst(ready), lane: 'untried' } : undefined;
	}

	/**
	 * Whether the next execution of a lane waits for the end of one in progress: for the last one of the lane, but what is untried for none.
	 * With a fixed size, for any.
	 */
	private isBusy(lane: LaneName): boolean {
		const { inTime } = this.executions;
		if (hasFixedSize(this.settings.recordsPerExecution)) return inTime.length > 0;
		return lane !== 'untried' && inTime.some((execution) => execution.lane === lane);
	}

	/**
	 * Refused ones by turns: what was refused least often, then what waits longest. So a record that only a bad moment has refused does not
	 * wait behind all that are refused for good, and those do not wait for ever behind new ones.
	 */
	private inTurn(refused: Pending[]): Pending[] {
		if (this.refusedTurns % 2 === 1) return refused;
		const refusals = ({ row }: Pending) => this.table.refusals(row);
		return refused.sort((one, other) => refusals(one) - refusals(other));
	}

	/** Where each record is that the table counts as open. */
	private get placeOf(): (row: number) => Place {
		const { rowsInProgress } = this.executions;
		const elsewhere = (row: number) => (this.queue.get(row) ? 'queue' : 'nextList');
		return (row) => (rowsInProgress.has(row) ? 'execution' : elsewhere(row));
	}

	/** What can go, in the order of the queue. */
	private get ready(): Pending[] {
		const { rowsInProgress } = this.executions;
		return this.queue.all.filter(({ row, parked }) => !parked && !rowsInProgress.has(row));
	}

	/** An execution with these records starts now. */
	start({ records, lane }: Batch, now: number, leaseMs: number): Execution {
		const { retries, recordsPerExecution } = this.settings;
		const rows = records.map(({ row }) => row);
		if (lane === 'refused') this.refusedTurns += 1;
		if (retries) this.queue.setTried(records);
		// Its start tells the workflow.
		else for (const row of rows) this.queue.delete(row);
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
		if (this.executions.delete(execution)) this.settle([this.ended(execution, ending)], now);
	}

	private ended(execution: Execution, ending: Ending): Ended {
		const { isLate, lastPollAt } = execution;
		const hasOtherSucceeded = this.lanes.hasSucceededSince(lastPollAt);
		return { execution, verdict: verdictOf(execution, ending, { isLate, hasOtherSucceeded }) };
	}

	/** What the ends of executions, or of their leases, mean for what the workflow was told, for their records, and for the lanes. */
	private settle(ended: Ended[], now: number): void {
		for (const { execution, verdict } of ended) {
			tellAtEnd(this.table, execution.records, verdict.tells);
			this.putBack(rowsIn(execution), verdict.records);
		}
		// After all records, because a lane that has nothing else to try waits at once.
		for (const { execution, verdict } of ended) this.noteInLanes(execution, verdict, now);
	}

	/** What the verdict on an execution means for the lanes. */
	private noteInLanes(
		{ lane, count, isLate, leaseEndsAt }: Execution,
		{ shows }: Verdict,
		now: number,
	): void {
		// A wait begins with the end of the lease, so that polls that are far apart do not lose one.
		const since = Math.min(now, leaseEndsAt);
		const hasMore = () => this.ready.some((record) => record.lane === lane);
		if (shows === 'failure') this.lanes.fail(lane, since, hasMore());
		if (shows !== 'success') return;
		// The destination takes records, so others can go too.
		this.queue.release('held');
		// A piece that took longer than its lease is too large.
		this.lanes.succeed(lane, now, isLate ? 0 : count);
	}

	/** What the verdict on an execution means for its records. */
	private putBack(rows: number[], fate: Fate): void {
		for (const row of rows) {
			this.queue.settle(row, fate, this.table.isDone(row));
			if (fate === 'refused' && this.queue.get(row)?.lane === 'refused') this.table.refuse(row);
		}
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.table, this.queue, this.placeOf);
	}
}
