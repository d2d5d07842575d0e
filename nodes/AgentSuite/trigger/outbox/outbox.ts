import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { Executions, type Execution } from './executions';
import { Lane, LANES, type LaneName, type Way } from './lane';
import { Queue, type Pending } from './queue';
import { verdictOf, type Ending, type Verdict } from './verdict';
import { waitingOf, type Waiting } from './waiting';

const MINUTE_MS = 60_000;

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/** How records go. */
interface Grouping {
	/** Whether what was not tried goes at once. Otherwise, it goes in pieces, before what was, and ends the wait of its lane. */
	atOnce: boolean;
	/** Whether there can be a piece of each lane at a time. Otherwise, one of both. */
	lanesInParallel: boolean;
	/** How many records a piece has. Undefined: slow start, so those of an execution that fails go in smaller pieces. */
	sizes?: Record<LaneName, number>;
}

const GROUPINGS: Record<RecordsPerExecution, Grouping> = {
	automatic: { atOnce: true, lanesInParallel: true },
	one: { atOnce: false, lanesInParallel: false, sizes: { backlog: 1, refused: 1 } },
	// Those that are refused would hold up each other.
	all: { atOnce: false, lanesInParallel: false, sizes: { backlog: Infinity, refused: 1 } },
};

const isUntried = ({ phase }: Pending): boolean => phase === 'untried';

export const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	way: Way;
}

/**
 * What is due, in memory only: records that wait, and those in an execution whose end decides whether they go again (`queue.ts`).
 * What the workflow was *told* of each record is in the table, which n8n stores (`told.ts`), with what is refused. It changes with
 * each list (`compare.ts`), and with the start and the end of an execution (`executions.ts`). After a restart, the next list is
 * compared with it, and what is due is found again.
 *
 * What was not tried yet goes at once, all in one execution. What was tried goes in pieces of a lane, one after another (`lane.ts`).
 * What happens in each case is in `docs/maintainers/delivery.md`. Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly queue = new Queue();
	private readonly executions = new Executions();
	private readonly lanes: Record<LaneName, Lane> = {
		// Two tries, because one can be of a record that the destination refuses.
		backlog: new Lane({ triesAfterWait: 2, longestWaitMs: 55 * MINUTE_MS }),
		refused: new Lane({ triesAfterWait: 1, longestWaitMs: 175 * MINUTE_MS }),
	};
	private lastPollAt = -Infinity;
	private lastSuccessAt = -Infinity;
	private settings: OutboxSettings = { retries: true, recordsPerExecution: 'automatic' };

	/** @param current what the workflow was told */
	constructor(private current: Table) {}

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
		this.executions.follow(comparison);
		const hasNew = this.queue.follow(comparison);
		if (hasNew && !this.grouping.atOnce) this.lanes.backlog.endWait();
		this.beginPoll(now);
		return comparison;
	}

	private endLeases(now: number): void {
		for (const execution of this.executions.endLeases(now))
			this.apply(this.verdictOf(execution, 'failed', false), execution, now);
	}

	private beginPoll(now: number): void {
		this.lastPollAt = now;
		this.queue.release('held');
		for (const lane of LANES) this.lanes[lane].beginPoll(now);
	}

	/** After a publication, and with *Emit Existing*: all can go with the next poll, also what a person has stopped. */
	retrySoon(): void {
		this.queue.release('stopped');
		for (const lane of LANES) this.lanes[lane].restart();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		const { ready } = this;
		const { atOnce, lanesInParallel, sizes } = this.grouping;
		const untried = ready.filter(isUntried);
		if (untried.length > 0 && atOnce) return { records: oldestFirst(untried), way: 'atOnce' };
		for (const lane of LANES) {
			// The next piece waits for the end of the last one.
			if (this.executions.hasPieceOf(lanesInParallel ? [lane] : LANES)) continue;
			const records = this.lanes[lane].pick(this.readyIn(lane, ready), sizes?.[lane]);
			if (records.length > 0) return { records: oldestFirst(records), way: lane };
		}
		return undefined;
	}

	private get grouping(): Grouping {
		return GROUPINGS[this.settings.recordsPerExecution];
	}

	/** What can go, in the order of the queue. */
	get ready(): Pending[] {
		const inProgress = this.executions.rows;
		const canGo = ({ phase }: Pending) => phase === 'untried' || phase === 'tried';
		return this.queue.all.filter((record) => canGo(record) && !inProgress.has(record.row));
	}

	/** What can go in a lane. What was not tried goes first, so that with *One*, what fails holds up nothing else. */
	private readyIn(lane: LaneName, ready = this.ready): Pending[] {
		const own = ready.filter((record) => this.laneOf(record) === lane);
		return [...own.filter(isUntried), ...own.filter((record) => !isUntried(record))];
	}

	private laneOf({ row }: Pending): LaneName {
		return this.table.isRefused(row) ? 'refused' : 'backlog';
	}

	/** An execution with these records starts now. */
	start({ records, way }: Batch, now: number, leaseMs: number): Execution {
		const { retries } = this.settings;
		const rows = records.map(({ row }) => row);
		for (const record of records) {
			record.phase = 'tried';
			// Its start tells the workflow.
			if (!retries) this.queue.delete(record.row);
		}
		return this.executions.start(this.table, rows, {
			way,
			retries,
			lastPollAt: this.lastPollAt,
			leaseEndsAt: now + leaseMs,
		});
	}

	/** An execution has ended. Nothing happens if its end was reported before, or comes too late. */
	end(execution: Execution, ending: Ending, now: number): void {
		const verdict = this.verdictOf(execution, ending, this.executions.isLate(execution));
		if (!this.executions.end(this.table, execution, verdict)) return;
		this.apply(verdict, execution, now);
		if (ending === 'succeeded') this.noteSuccess(now);
	}

	/** The destination takes records, so others can go too. */
	private noteSuccess(now: number): void {
		this.lastSuccessAt = now;
		this.queue.release('held');
		this.lanes.backlog.succeed();
	}

	private verdictOf(execution: Execution, ending: Ending, isLate: boolean): Verdict {
		const hasOtherSucceeded = this.lastSuccessAt >= execution.lastPollAt;
		const isWhole = this.grouping.sizes !== undefined;
		return verdictOf(execution, ending, { isLate, hasOtherSucceeded, isWhole });
	}

	private apply(verdict: Verdict, { records, way }: Execution, now: number): void {
		for (const row of records.keys()) this.applyToRecord(row, verdict.records);
		this.applyToLanes(verdict.lane, way, records.size, now);
	}

	private applyToLanes(goes: Verdict['lane'], way: Way, size: number, now: number): void {
		const own = way === 'atOnce' ? undefined : way;
		// Of the refused ones too: somebody has repaired something.
		if (goes === 'asAfterSuccess' && own) this.lanes[own].succeed(size);
		if (goes !== 'asAfterFailure') return;
		for (const name of LANES) this.lanes[name].shrink();
		if (own) this.lanes[own].fail(now, this.readyIn(own).length);
	}

	private applyToRecord(row: number, what: Verdict['records']): void {
		// What its item says has changed is not so any more.
		if (what === 'waitForList') this.queue.delete(row);
		const record = this.queue.get(row);
		// What was edited since the start goes in its latest state.
		if (!record || isUntried(record)) return;
		if (what === 'refuse') this.table.refuse(row);
		if (what === 'hold' || what === 'refuse') this.queue.hold(record, 'held');
		if (what === 'stop') this.queue.hold(record, 'stopped');
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.queue.all, this.executions.rows, this.table);
	}
}
