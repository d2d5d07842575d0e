import type { Asker } from '../table/asker';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { changesBy } from './changes';
import { Executions, rowsIn, type Execution } from './executions';
import { FATES } from './fate';
import { toldFrom } from './given';
import { Lanes } from './lanes';
import { idleLanes, nextBatch, oldestFirst, readyByLane, type Batch, type Stock } from './pick';
import { Queue, type Pending } from './queue';
import { Turns } from './turns';
import { tellsAtStart, verdictOf, type Ending, type OutboxSettings } from './verdict';
import { waitingOf, type Waiting } from './waiting';

/**
 * What is due, in memory only. What the workflow was *told* of each record is in the table, which n8n stores, with what was tried and refused. The
 * table changes with each list (`compare.ts`), with the start and the end of an execution (`given.ts`, `verdict.ts`), and when its records are
 * then compared again. After a restart, the next list is compared with it, and what is due is found again.
 *
 * What moves a record: `queue.ts`. What goes next: `pick.ts`. What happens in each case: `docs/maintainers/delivery.md`. Times come in, ms of
 * the steady clock.
 */
export class Outbox {
	private readonly queue: Queue;
	private readonly executions = new Executions();
	private readonly lanes = new Lanes();
	private readonly turns = new Turns();
	/** Of the last list. */
	private asker?: Asker;
	/** Of the last poll that has sent. */
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
		// What is held is nothing to try, or a lane that has only that would never wait.
		this.lanes.beginSending(now, idleLanes(this.stock));
		this.queue.release('held');
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
		this.queue.release('stopped');
		this.lanes.beginAnew();
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Batch | undefined {
		return nextBatch(this.stock, this.settings.recordsPerExecution);
	}

	/** All that is in no execution, and waits for nothing of its own, oldest first. */
	get ready(): Pending[] {
		return oldestFirst(Object.values(readyByLane(this.stock)).flat());
	}

	/** An execution with these starts, of which n8n does not report the end. So it counts as a success. */
	give(records: Pending[]): void {
		for (const { row } of records) {
			this.table.tell(row, { knows: 'values', values: this.table.listed(row) });
			this.queue.remove(row);
		}
	}

	private get stock(): Stock {
		const { table, queue, executions, lanes, turns } = this;
		return { table, queue, executions, lanes, turns };
	}

	/** An execution with these records starts now. */
	start({ records, lane }: Batch, now: number, leaseMs: number): Execution {
		const { table } = this;
		const { retries, recordsPerExecution } = this.settings;
		if (lane === 'refused') this.turns.next();
		this.queue.start(records, lane);
		const execution = this.executions.start(table, records, {
			retries,
			recordsPerExecution,
			lane,
			lastPollAt: this.lanes.lastPollAt,
			leaseEndsAt: now + leaseMs,
		});
		for (const [row, given] of execution.records) {
			table.tell(row, toldFrom(tellsAtStart(retries), given, table.told(row)));
			table.noteTry(row);
		}
		this.executions.noteOvertaken(execution);
		return execution;
	}

	/**
	 * An execution has ended.
	 * @returns whether that counts. Otherwise, nothing happens: it was reported before, or comes too late
	 */
	end(execution: Execution, ending: Ending, now: number): boolean {
		const when = this.executions.end(execution);
		if (when) this.settle(execution, ending, now, when === 'late');
		return when !== undefined;
	}

	/** What the end of an execution, or of its lease, means. @param isLate whether its lease has ended before */
	private settle(execution: Execution, ending: Ending, now: number, isLate: boolean): void {
		const { lane, lastPollAt, leaseEndsAt } = execution;
		const hasOtherSucceeded = this.lanes.hasSucceededSince(lastPollAt);
		const verdict = verdictOf(execution, ending, { isLate, hasOtherSucceeded });
		const changes = changesBy(execution, verdict, this.table, this.asker);
		// All is judged by what was before, and only then changed.
		if (ending !== 'notStarted') this.executions.noteOvertaken(execution);
		if (verdict.shows === 'success') {
			this.lanes.succeed(execution, now, isLate);
			// Its own records are held for the next one.
			this.queue.release('held');
		}
		// A wait begins with the end of the lease, so that polls that are far apart do not lose one.
		if (verdict.shows === 'failure') this.lanes.fail(lane, Math.min(now, leaseEndsAt));
		for (const { row, told, fate } of changes) {
			this.table.tell(row, told);
			// Its start has noted that too, but it can be edited and edited back since.
			if (FATES[fate].isTried) this.table.noteTry(row, FATES[fate].isRefused);
		}
		this.queue.end(changes, this.table);
	}

	/** What waits, for the log. */
	get waiting(): Waiting {
		return waitingOf(this.table, this.queue, this.executions.rowsInProgress);
	}
}
