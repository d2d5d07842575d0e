import type { Asker, Due } from '../table/asker';
import type { Comparison } from '../table/compare';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import type { Told } from '../table/told';
import { Executions, rowsIn, type Execution } from './executions';
import { toldFrom } from './given';
import { LANES, Lanes, MODES, type LaneName } from './lanes';
import { laneOf, Queue, type Pending } from './queue';
import { Turns } from './turns';
import {
	fateOfNewer,
	tellsAtStart,
	verdictOf,
	type Ending,
	type Fate,
	type OutboxSettings,
	type Verdict,
} from './verdict';
import { waitingOf, type Waiting } from './waiting';

const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	lane: LaneName;
}

/** What the end of an execution changes of one of its records. */
interface Change {
	row: number;
	/** What the workflow counts as told from then on. */
	told: Told;
	/** What it is still due as, if so. */
	due?: Due;
	fate: Fate;
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
		this.queue.release('held');
		return overdue;
	}

	/** What has no end in its lease counts as failed. @returns the number of records that go again */
	private endLeases(now: number): number {
		this.executions.forgetLate(now);
		// All at first, so that a lane can go on with the records of the others.
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
		this.queue.release('stopped');
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

	/** All that can go, together. Undefined if there is nothing. Its lane says nothing, because n8n reports no end. */
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
			const waits = inProgress.has(record.row) || record.wait;
			if (!waits) ready[laneOf(record, table)].push(record);
		}
		return ready;
	}

	/** An execution with these records starts now. */
	start({ records, lane }: Batch, now: number, leaseMs: number): Execution {
		const { table } = this;
		const { retries, recordsPerExecution } = this.settings;
		if (lane === 'refused') this.turns.next();
		this.queue.start(records);
		const execution = this.executions.start(table, records, {
			retries,
			recordsPerExecution,
			lane,
			lastPollAt: this.lanes.lastPollAt,
			leaseEndsAt: now + leaseMs,
		});
		for (const [row, given] of execution.records)
			table.tell(row, toldFrom(tellsAtStart(retries), given, table.told(row)));
		this.executions.noteOvertaken(execution);
		return execution;
	}

	/** An execution has ended. Nothing happens if its end was reported before, or comes too late. */
	end(execution: Execution, ending: Ending, now: number): void {
		const when = this.executions.end(execution);
		if (when) this.settle(execution, ending, now, when === 'late');
	}

	/** What the end of an execution, or of its lease, means. @param isLate whether its lease has ended before */
	private settle(execution: Execution, ending: Ending, now: number, isLate: boolean): void {
		const { lane, count, recordsPerExecution, lastPollAt, leaseEndsAt } = execution;
		const hasOtherSucceeded = this.lanes.hasSucceededSince(lastPollAt);
		const verdict = verdictOf(execution, ending, { isLate, hasOtherSucceeded });
		const changes = this.changesBy(execution, verdict);
		// Before its own records move: they are held, or they would go again and again before others.
		if (verdict.shows === 'success') {
			this.queue.release('held');
			// A piece that took longer than its lease is too large.
			this.lanes.succeed(lane, now, recordsPerExecution, isLate ? 0 : count);
		}
		for (const change of changes) this.apply(change);
		if (verdict.hasPerhapsWritten) this.executions.noteOvertaken(execution);
		// After they have moved: the lane waits at once if nothing is left to try.
		if (verdict.shows === 'failure') {
			const hasMore = this.readyByLane()[lane].length > 0;
			// A wait begins with the end of the lease, so that polls that are far apart do not lose one.
			this.lanes.fail(lane, Math.min(now, leaseEndsAt), hasMore);
		}
	}

	/** What the end of an execution tells of its records, and how they are still due then. Nothing has changed yet. */
	private changesBy({ records }: Execution, { tells, fate }: Verdict): Change[] {
		const { table, asker } = this;
		return [...records].map(([row, given]) => {
			const told = toldFrom(tells, given, table.told(row));
			const { record, values } = given;
			const isGiven = isSameParts(values, table.listed(row));
			const change = { row, told, fate: isGiven ? fate : fateOfNewer(fate) };
			// What is off the list is due once it is back.
			if (!record || !asker) return change;
			return { ...change, ...asker.askAgain({ row, record }, told, table) };
		});
	}

	private apply({ row, told, due, fate }: Change): void {
		this.table.tell(row, told);
		if (due && fate === 'refuse') this.table.refuse(row);
		this.queue.end(row, due, fate);
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.table, this.queue, this.executions.rowsInProgress);
	}
}
