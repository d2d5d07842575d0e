import type { RecordsPerExecution } from '../../parameters/triggerFields';
import type { Comparison } from '../table/compare';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, type Execution, type Given } from './executions';
import { Waiting, type Piece } from './waiting';

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/**
 * What is on its way to the workflow, in memory only: after a restart, the next list is compared with the table, and finds again
 * what the workflow was not told. The table changes here when executions start and end:
 *
 *     what happens                    what the workflow was told           the record
 *     found as new                    nothing                              goes at once, one by one with *One*
 *     found as changed                its earlier values                   the same
 *     execution starts                perhaps more (nothing stays)         in the execution
 *     ... retries off                 its values                           done
 *     it succeeds, in time or late    its values, perhaps more if others   done, or due with the next list
 *                                     were tried since
 *     it fails, or its lease ends     stays                                in pieces, last if it was alone
 *     it fails after its lease        perhaps more, if told others         due with the next list
 *     alone, others have succeeded    stays, refused                       last, in a lane of its own
 *     a person stops it               stays                                waits for an edit, a publication, a
 *                                                                          restart, or until it is back on the list
 *     n8n could not start it          stays                                in pieces, from the next poll on
 *     ... retries off                 as before the start                  the same
 *     edited while it waits           stays                                in its latest state, not refused
 *     edited while in an execution    stays                                once that has failed, or with the next
 *                                                                          list
 *     leaves the list                 stays, for 30 days                   waits until it is back
 *     does not match any more         stays if it was tried or is new,     waits until it matches
 *                                     else its values
 *     the event or filter changes     its values if it does not match      dropped, with a warning
 *     retries turned off              its values if it is in an execution  what waits goes for the last time
 *     n8n is killed                   as stored with the last start        in pieces, refused ones last
 *
 * *Perhaps more* and *nothing* are what `told.ts` names so.
 *
 * - `waiting.ts`: who waits where, and who goes next, `lane.ts`: how much is sent again, and when
 * - `executions.ts`: who is in which execution
 *
 * Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly executions = new Executions();
	private readonly waiting: Waiting;
	private retries = true;

	/** @param current what the workflow was told */
	constructor(private current: Table) {
		this.waiting = new Waiting(current);
	}

	get table(): Table {
		return this.current;
	}

	/** At the start of a poll: follows the settings, and ends leases. */
	beginPoll({ retries, recordsPerExecution }: OutboxSettings, now: number): void {
		this.retries = retries;
		this.waiting.recordsPerExecution = recordsPerExecution;
		if (!retries) this.countAsTold();
		for (const execution of this.executions.inTime) {
			if (now < execution.leaseEndsAt) continue;
			if (execution.retries) this.fail(execution);
			execution.isLate = true;
		}
		this.executions.forgetLate(now);
	}

	/** Retries were turned off, so the start of the executions in progress has told the workflow. */
	private countAsTold(): void {
		for (const execution of this.executions.all) {
			if (!execution.retries) continue;
			execution.retries = false;
			// What is late waits again already.
			if (execution.isLate) continue;
			this.tell(execution);
		}
	}

	/** The workflow was told what the execution was given. */
	private tell({ given }: Execution): void {
		for (const [row, { values, isOvertaken }] of given)
			this.current.setTold(row, { knows: isOvertaken ? 'perhapsMore' : 'values', values });
	}

	/** After a comparison: follows the records to their new rows, and takes over what is due. */
	follow(comparison: Comparison): void {
		this.current = comparison.table;
		this.executions.follow(comparison);
		this.waiting.follow(comparison, (row) => this.executions.decideAbout(row));
	}

	/** After a publication, all is due, also what a person has stopped. What was refused stays in its lane. */
	publish(): void {
		this.waiting.publish();
	}

	/** At the end of a poll, before anything is sent. */
	openLanes(now: number): void {
		if (!this.executions.hasPiece) this.waiting.openLanes(now);
	}

	/** What to send next. Undefined if nothing can be sent now. */
	next(): Piece | undefined {
		return this.waiting.next(this.executions.hasPiece);
	}

	/** An execution with this piece starts now. */
	start({ items, lane }: Piece, now: number, leaseMs: number): Execution {
		const { retries, current: table } = this;
		const given = new Map<number, Given>();
		for (const row of items.keys()) {
			const values = table.listed(row);
			given.set(row, { values, before: table.told(row), isOvertaken: false });
			if (retries) table.doubt(row, values);
			else table.tell(row);
			this.waiting.take(row);
		}
		const leaseEndsAt = now + leaseMs;
		const execution = { given, startedAt: now, leaseEndsAt, isLate: false, lane, retries };
		this.executions.add(execution);
		return execution;
	}

	/** An execution has ended. */
	end(execution: Execution, ending: Ending): void {
		if (!this.executions.remove(execution)) return;
		if (ending !== 'notStarted') this.executions.overtakeOthers(execution);
		// The next poll goes on.
		if (ending === 'stopped' || ending === 'notStarted') this.waiting.closeLanes();
		if (ending === 'succeeded') this.succeed(execution);
		else if (ending === 'notStarted') this.takeBack(execution);
		else if (!execution.retries) return;
		else if (ending === 'stopped') this.stop(execution);
		else this.fail(execution);
	}

	private succeed(execution: Execution): void {
		const { given, lane, retries } = execution;
		if (retries) this.tell(execution);
		for (const row of retries ? given.keys() : []) {
			this.current.setRefused(row, false);
			// Its item says what has changed since an earlier success. The next list makes a new one.
			this.waiting.drop(row);
		}
		this.waiting.backlog.noteSuccess();
		// If these were refused before, somebody has repaired something.
		lane?.succeed();
	}

	private fail(execution: Execution): void {
		const { given, lane, startedAt, isLate } = execution;
		this.doubt(execution);
		if (isLate) return;
		const { waiting } = this;
		const { same, edited } = this.dueOf(execution);
		const isAlone = given.size === 1;
		// The destination is not down: it refuses this one.
		if (isAlone && waiting.backlog.hasSucceeded)
			for (const row of same) this.current.setRefused(row, true);
		if (isAlone || waiting.recordsPerExecution === 'all') waiting.putAside(same);
		else waiting.addAgain(same, lane);
		waiting.addAgain(edited, lane);
		lane?.fail(given.size, startedAt);
	}

	/** Its records wait for an edit, a publication, or a restart. */
	private stop(execution: Execution): void {
		this.doubt(execution);
		if (execution.isLate) return;
		const { same, edited } = this.dueOf(execution);
		this.waiting.addStopped(same);
		this.waiting.addAgain(edited, execution.lane);
	}

	/** n8n could not start it, so nobody was told. */
	private takeBack({ given, lane, retries, isLate }: Execution): void {
		const rows: number[] = [];
		for (const [row, { before, isOvertaken }] of given) {
			// A later one has it. If it has to be sent again, the next list finds it.
			if (isOvertaken) continue;
			if (!retries) this.current.setTold(row, before);
			if (!isLate && this.waiting.isDue(row)) rows.push(row);
		}
		this.waiting.addAgain(rows, lane);
	}

	/** It can have passed on its values without a success. */
	private doubt({ given }: Execution): void {
		for (const [row, { values }] of given) this.current.doubt(row, values);
	}

	/** Its records of which the workflow has to be told, with the same values, and those edited since. */
	private dueOf({ given }: Execution): { same: number[]; edited: number[] } {
		const [same, edited]: number[][] = [[], []];
		for (const [row, { values }] of given) {
			if (!this.waiting.isDue(row)) continue;
			(isSameParts(this.current.listed(row), values) ? same : edited).push(row);
		}
		return { same, edited };
	}

	/** What waits, to return it without an execution of which the end is reported. */
	get whole(): Piece {
		return this.waiting.whole;
	}

	/** It was returned so, and counts as told. */
	tellWhole({ items }: Piece): void {
		for (const row of items.keys()) {
			this.current.tell(row);
			this.waiting.drop(row);
		}
	}

	/** Numbers of records that wait, for the log. */
	get counts(): { refused: number; others: number } {
		return this.waiting.counts;
	}
}
