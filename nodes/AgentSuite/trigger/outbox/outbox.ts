import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Comparison, Due } from '../table/compare';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, tells, type Ending, type Execution } from './executions';
import { Lane, LANES, type BatchKind, type LaneName } from './lane';
import { Queue, type Pending, type Place } from './queue';

const MINUTE_MS = 60_000;

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/** A list to compare with what the workflow was told, see `Earlier` of `compare.ts`. */
export interface ListToCompare {
	isOtherScope: boolean;
	includeTold: boolean;
	/** @param table what the workflow was told */
	compareWith(table: Table): Comparison;
}

/** Records for one execution. */
export interface Batch {
	records: Pending[];
	kind: BatchKind;
}

/**
 * What is due, in memory only: records that wait, and those in an execution whose end decides whether they go again (`queue.ts`).
 * What the workflow was *told* of each record is in the table, which n8n stores (`told.ts`), with what is refused. It changes with
 * each list (`compare.ts`), and with the start and the end of an execution (`executions.ts`). After a restart, the next list is
 * compared with it, and what is due is found again.
 *
 * What happens in each case is in `docs/maintainers/delivery.md`. Times come in, ms of the steady clock. From one place (`queue.ts`)
 * to another:
 *
 *     from               when                                                to
 *     nothing            it is due for the first time                        fresh, with *One* queued
 *     nothing            it is due again: after a restart, for example       queued, or sent if it is in an execution
 *     fresh, queued      its execution starts                                sent
 *     sent               that has told the workflow                          nothing
 *     sent               otherwise, and it was edited since its start        queued
 *     sent               otherwise, a person stops that                      stopped
 *     sent               otherwise, that fails with several, not with *All*  queued
 *     sent               otherwise                                           failed
 *     failed             the next poll, or success                           queued
 *     stopped            a publication, or *Emit Existing*                   queued
 *     failed, stopped    it is edited                                        queued
 *     anywhere           a list does not find it due any more                nothing
 */
export class Outbox {
	private readonly queue = new Queue();
	private readonly executions: Executions;
	private readonly lanes: Record<LaneName, Lane> = {
		// Two tries, because one can be of a record that the destination refuses.
		backlog: new Lane({ triesAPoll: 2, longestWaitMs: 55 * MINUTE_MS }),
		refused: new Lane({ triesAPoll: 1, longestWaitMs: 175 * MINUTE_MS }),
	};
	/** Whether an execution has succeeded since the last poll. */
	private hasSucceeded = false;
	private settings: OutboxSettings = { retries: true, recordsPerExecution: 'automatic' };

	/** @param table what the workflow was told */
	constructor(table: Table) {
		this.executions = new Executions(table);
	}

	get table(): Table {
		return this.executions.table;
	}

	/** What n8n stores. */
	get storedTable(): Table {
		return this.executions.storedTable;
	}

	/** A poll that has read no list. */
	poll(settings: OutboxSettings, now: number): void {
		this.settings = settings;
		this.endLeases(now);
		this.open(now);
	}

	private open(now: number): void {
		this.hasSucceeded = false;
		this.queue.queueAgain('failed');
		for (const lane of LANES) this.lanes[lane].open(now);
	}

	/** A poll that has read a list: compares it with what the workflow was told by now, and takes over what is due. */
	pollList(settings: OutboxSettings, now: number, list: ListToCompare): Comparison {
		// With another event or filter, what has started with retries off does not go again.
		if (list.isOtherScope) this.executions.tellStarted();
		if (list.includeTold) this.retrySoon();
		// Its end can tell the workflow too, and the success of others since the last poll still counts.
		this.endLeases(now);
		const comparison = list.compareWith(this.table);
		this.settings = settings;
		this.follow(comparison);
		this.open(now);
		return comparison;
	}

	private endLeases(now: number): void {
		for (const execution of this.executions.endLeases(now)) this.ended(execution, 'failed', now);
	}

	/** Takes over what is due, in its latest state. */
	private follow(comparison: Comparison): void {
		this.executions.follow(comparison);
		this.queue.follow(comparison);
		for (const due of comparison.due) {
			const { row, item, isEdited } = due;
			const known = this.queue.get(row);
			const record = known ?? this.queue.add({ row, item, place: 'queued', isTried: due.wasOpen });
			record.item = item;
			if (isEdited) record.isTried = false;
			// One that did not match for a time can still be in an execution.
			if (this.executions.has(row)) record.place = 'sent';
			// What waits goes on waiting, unless it was edited.
			else if (!known || isEdited) record.place = this.placeOf(due);
			// A state that was not tried yet is a reason to try again, also once its execution has failed.
			if (record.place !== 'fresh' && (isEdited || !due.wasOpen)) this.lanes.backlog.startOver();
		}
	}

	/** What was due before has perhaps failed, or ended n8n, so it does not go with all others. */
	private placeOf({ wasOpen }: Due): Place {
		return wasOpen || this.settings.recordsPerExecution === 'one' ? 'queued' : 'fresh';
	}

	/** After a publication, and with *Emit Existing*: all can go with the next poll, also what a person has stopped. */
	retrySoon(): void {
		this.queue.queueAgain('stopped');
		for (const lane of LANES) this.lanes[lane].startOver();
	}

	/** What to send next: what is fresh, or the next piece of a lane. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		const { recordsPerExecution } = this.settings;
		const fresh = this.queue.at('fresh');
		if (fresh.length > 0) {
			const records = recordsPerExecution === 'all' ? this.sendable : fresh;
			return { records, kind: 'fresh' };
		}
		// The next piece waits for the end of the last one.
		if (this.executions.hasPiece) return undefined;
		for (const lane of LANES) {
			const records = this.lanes[lane].pick(this.readyIn(lane), recordsPerExecution);
			if (records.length > 0) return { records, kind: lane };
		}
		return undefined;
	}

	/** What can go in a lane: what was not tried in its latest state first, so that what fails holds up nothing else. */
	private readyIn(lane: LaneName): Pending[] {
		const ready = this.queue.at('queued').filter((record) => this.laneOf(record) === lane);
		return [...ready.filter(({ isTried }) => !isTried), ...ready.filter(({ isTried }) => isTried)];
	}

	/** With *All*, all go in one. */
	private laneOf({ row }: Pending): LaneName {
		const isRefused = this.settings.recordsPerExecution !== 'all' && this.table.isRefused(row);
		return isRefused ? 'refused' : 'backlog';
	}

	/** All that can go, oldest first. */
	private get sendable(): Pending[] {
		return [...this.queue.at('fresh'), ...this.queue.at('queued')].sort(
			(one, two) => one.row - two.row,
		);
	}

	/** An execution with these records starts now. */
	start({ records, kind }: Batch, now: number, leaseMs: number): Execution {
		const { retries } = this.settings;
		for (const record of records) {
			record.place = 'sent';
			record.isTried = true;
		}
		return this.executions.start(
			records.map(({ row }) => row),
			{ kind, retries, leaseEndsAt: now + leaseMs, isAfterSuccess: this.hasSucceeded },
		);
	}

	/** An execution has ended. Nothing happens if its end was reported before, or comes too late. */
	end(execution: Execution, ending: Ending, now: number): void {
		if (!this.executions.end(execution, ending)) return;
		// Late, it has counted as failed.
		if (ending === 'succeeded' || !execution.isLate) this.ended(execution, ending, now);
	}

	/** It has ended, or its lease has, so it counts as failed. */
	private ended(execution: Execution, ending: Ending, now: number): void {
		if (ending === 'succeeded') this.hasSucceeded = true;
		for (const row of execution.records.keys()) {
			const record = this.queue.get(row);
			if (record) this.moveAfter(record, execution, ending);
		}
		this.moveLanes(execution, ending, now);
	}

	private moveAfter(record: Pending, execution: Execution, ending: Ending): void {
		// An item of a newer state says wrong things about what has changed. The next list makes a new one.
		if (tells(execution, ending)) {
			this.queue.delete(record.row);
			return;
		}
		const place = this.placeAfter(record, execution, ending);
		this.queue.move(record, place);
		const hasFailedAlone = ending === 'failed' && place === 'failed' && execution.isOfOne;
		if (hasFailedAlone && this.isUp(execution)) this.table.refuse(record.row);
	}

	/** Whether others succeed while this one has failed, so that the destination is not down. */
	private isUp({ isAfterSuccess, isLate }: Execution): boolean {
		// What was before the start of one that hangs is long ago.
		return this.hasSucceeded || (isAfterSuccess && !isLate);
	}

	/** Where a record goes of which an execution has not told the workflow. */
	private placeAfter({ row }: Pending, { records, isOfOne }: Execution, ending: Ending): Place {
		const wasTried = isSameParts(this.table.listed(row), records.get(row)?.values);
		if (!wasTried) return 'queued';
		if (ending === 'stopped') return 'stopped';
		// One that can never start does not hold up the others.
		if (ending === 'notStarted') return 'failed';
		const isUndivided = isOfOne || this.settings.recordsPerExecution === 'all';
		return isUndivided ? 'failed' : 'queued';
	}

	/** What an end says about what goes next. */
	private moveLanes({ records, retries, kind }: Execution, ending: Ending, now: number): void {
		if (ending === 'succeeded') {
			this.queue.queueAgain('failed');
			// At the beginning of an outage, others have perhaps failed as if they were refused.
			if (this.lanes.backlog.isInOutage) this.lanes.refused.endWait();
			this.lanes.backlog.succeed();
			// Of the refused ones too: somebody has repaired something.
			if (kind !== 'fresh') this.lanes[kind].succeed(records.size);
			return;
		}
		for (const lane of LANES) {
			this.lanes[lane].shrink();
			// There is perhaps a reason for which no other piece would do better.
			if (ending !== 'failed') this.lanes[lane].wait(now);
			// What goes for the last time does not wait.
			else if (lane === kind && retries) this.lanes[lane].fail(now, this.readyIn(lane).length);
		}
	}

	/** Numbers of records that wait, for the log, without those that go at once. Those that are not found due are absent: off the list, for example. */
	get counts(): { refused: number; others: number; absent: number } {
		const places: Place[] = ['queued', 'failed', 'stopped'];
		const all = places.flatMap((place) => this.queue.at(place));
		const refused = all.filter((record) => this.laneOf(record) === 'refused').length;
		const absent = this.table.openCount - this.queue.size;
		return { refused, others: all.length - refused, absent };
	}

	/** Whether a record is in an execution after which it can wait again. */
	get hasSent(): boolean {
		return this.queue.at('sent').length > 0;
	}
}
