import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, type Execution } from './executions';
import { LANES, Lanes, type LaneName, type Way } from './lanes';
import { Queue, type Pending, type Phase } from './queue';
import { verdictOf, type Ending, type Verdict } from './verdict';
import { waitingOf, type Waiting } from './waiting';

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/**
 * How many records a piece of each lane has. Undefined: as many as the lane says, and what is untried goes at once, beside the lanes.
 * With a fixed size, there is one execution at a time, so what is untried goes in pieces too: first, and without the wait of the lane.
 */
const SIZES: Record<RecordsPerExecution, Record<LaneName, number> | undefined> = {
	automatic: undefined,
	one: { backlog: 1, refused: 1 },
	// Those that are refused would hold up each other.
	all: { backlog: Infinity, refused: 1 },
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
	private readonly lanes = new Lanes();
	private lastPollAt = -Infinity;
	private lastSuccessAt = -Infinity;
	/** Number of records to send again because their execution had no end in its lease, at the last poll. */
	private overdue = 0;
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
		if (this.queue.follow(comparison, this.executions.rows)) this.noteUntried();
		this.beginPoll(now);
		return comparison;
	}

	private endLeases(now: number): void {
		const ended = this.executions.endLeases(now);
		const retried = ended.filter(({ retries }) => retries);
		this.overdue = retried.reduce((sum, { records }) => sum + records.size, 0);
		this.apply(
			ended.map((execution) => [execution, this.verdictOf(execution, 'failed', false)]),
			now,
		);
	}

	private beginPoll(now: number): void {
		this.lastPollAt = now;
		this.queue.release('held');
		this.lanes.beginPoll(now);
	}

	/** After a publication, and with *Emit Existing*: the lanes begin anew, also with what a person has stopped. */
	retrySoon(): void {
		this.queue.release('stopped');
		this.lanes.beginAnew();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		const { ready, sizes } = this;
		const untried = ready.filter(isUntried);
		if (untried.length > 0 && !sizes) return { records: oldestFirst(untried), way: 'atOnce' };
		for (const lane of LANES) {
			// The next piece waits for the end of the last one.
			if (this.executions.hasPieceOf(sizes ? LANES : [lane])) continue;
			const records = this.lanes.pick(lane, this.readyIn(lane, ready), sizes?.[lane]);
			if (records.length > 0) return { records: oldestFirst(records), way: lane };
		}
		return undefined;
	}

	private get sizes() {
		return SIZES[this.settings.recordsPerExecution];
	}

	/** What can go, in the order of the queue. */
	get ready(): Pending[] {
		return this.queue.ready;
	}

	/** What can go in a lane. What is untried goes first, so that with *One*, what fails holds up nothing else. */
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
			if (retries) record.phase = 'sending';
			// Its start tells the workflow.
			else this.queue.delete(record.row);
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
		this.apply([[execution, verdict]], now);
		if (ending === 'succeeded') this.noteSuccess(now);
	}

	/** The destination takes records, so others can go too. */
	private noteSuccess(now: number): void {
		this.lastSuccessAt = now;
		this.queue.release('held');
		this.lanes.noteSuccess();
	}

	private verdictOf(execution: Execution, ending: Ending, isLate: boolean): Verdict {
		const hasOtherSucceeded = this.lastSuccessAt >= execution.lastPollAt;
		const hasFixedSize = this.sizes !== undefined;
		return verdictOf(execution, ending, { isLate, hasOtherSucceeded, hasFixedSize });
	}

	/** All records first: what is left for a lane can be of any of them. */
	private apply(ended: Array<[Execution, Verdict]>, now: number): void {
		const phases = ended.flatMap(([{ records }, verdict]) =>
			[...records].map(([row, { values }]) => this.applyToRecord(verdict, row, values)),
		);
		for (const [{ records, way }, { counts }] of ended) {
			const left = way === 'atOnce' ? 0 : this.readyIn(way).length;
			this.lanes.noteEnd(way, counts, records.size, left, now);
		}
		if (phases.includes('untried')) this.noteUntried();
	}

	/** @param given what the execution was given of it @returns its next phase. Undefined if it leaves the queue, or stays as it is */
	private applyToRecord(verdict: Verdict, row: number, given: PartValues): Phase | undefined {
		const record = this.queue.get(row);
		if (!record || verdict.records === 'asBefore') return undefined;
		if (verdict.records === 'leave') {
			// What its item says has changed is not so any more.
			this.queue.delete(row);
			return undefined;
		}
		const isEdited = !isSameParts(given, this.table.listed(row));
		if (verdict.isRefusal && !isEdited) this.table.refuse(row);
		const phase = isEdited ? 'untried' : verdict.records;
		this.queue.put(record, phase);
		return phase;
	}

	/** Something has become untried. With a fixed size, it goes in a piece. */
	private noteUntried(): void {
		if (this.sizes) this.lanes.noteUntried();
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.queue.all, this.table, this.overdue);
	}
}
