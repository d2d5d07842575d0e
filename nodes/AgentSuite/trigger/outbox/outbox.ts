import type { RecordsPerExecution } from '../../parameters/triggerFields';
import type { Comparison } from '../table/compare';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import { Executions, type Execution, type Given } from './executions';
import { Waiting, type ItemsByRow, type Piece } from './waiting';

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
 *     `start`                         perhaps more (nothing stays)         in the execution
 *     ... retries off                 its values                           done
 *     `succeeded`, in time or late    its values, perhaps more if others   done, or due with the next list
 *                                     were tried since
 *     `failed`, or its lease ends     stays                                in pieces, last if it was alone
 *     ... alone, others succeeded     stays, refused                       last, in a lane of its own
 *     `failed` after its lease        perhaps more, if told others         due with the next list
 *     `stopped` by a person           stays                                waits for an edit, a publication, a
 *                                                                          restart, or until it is back on the list
 *     `notStarted` by n8n             stays                                in pieces, from the next poll on
 *     ... retries off                 as before the start                  the same
 *     edited while it waits           stays                                in its latest state, not refused
 *     edited while in an execution    stays                                once that has failed, or with the next
 *                                                                          list
 *     leaves the list                 stays, for 30 days                   waits until it is back
 *     does not match any more         stays if it was tried or is new,     waits until it matches
 *                                     else its values
 *     the event or filter changes     its values if it does not match      dropped, with a warning
 *     retries turned off              stays                                goes for the last time
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
		for (const execution of this.executions.endLeases(now))
			if (execution.retries) this.sendAgain(execution);
	}

	/** After a comparison: follows the records to their new rows, and takes over what else is due. */
	follow(comparison: Comparison): void {
		const { table, due, isEdited } = comparison;
		this.current = table;
		const items: ItemsByRow = new Map(due.map(({ row, item }) => [row, item]));
		this.executions.follow(comparison, items);
		this.waiting.follow(comparison, items);
		for (const { row, item, isRetry } of due) {
			// Its latest state was never refused.
			if (isEdited(row)) table.setRefused(row, false);
			if (this.executions.has(row)) continue;
			if (this.waiting.has(row) && !isEdited(row)) continue;
			this.waiting.add(row, item, isRetry);
		}
	}

	/** After a publication, all can go, also what a person has stopped. What was refused stays in its lane. */
	retryAll(): void {
		this.waiting.retryAll();
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
		const { retries, table } = this;
		const given = new Map<number, Given>();
		for (const [row, item] of items) {
			const values = table.listed(row);
			given.set(row, { values, before: table.told(row), isOvertaken: false, item });
			if (retries) table.doubt(row, values);
			else table.tell(row);
			this.waiting.remove(row);
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
		this[ending](execution);
	}

	private succeeded({ given, lane, retries }: Execution): void {
		this.waiting.succeed(lane, given.size);
		if (!retries) return;
		for (const [row, { values, isOvertaken }] of given) {
			this.table.setTold(row, { knows: isOvertaken ? 'perhapsMore' : 'values', values });
			// An item says what has changed since an earlier success. The next list makes a new one.
			this.waiting.remove(row);
			this.executions.dropItem(row);
		}
	}

	private failed(execution: Execution): void {
		if (!execution.retries) return;
		this.doubt(execution);
		if (!execution.isLate) this.sendAgain(execution);
	}

	private stopped(execution: Execution): void {
		// The next poll goes on.
		this.waiting.closeLanes();
		if (!execution.retries) return;
		this.doubt(execution);
		const { same, edited } = this.takeItems(execution);
		this.waiting.putAside(same, 'stopped');
		this.waiting.putBack(edited, execution.lane);
	}

	private notStarted(execution: Execution): void {
		// The next poll goes on.
		this.waiting.closeLanes();
		const { given, lane, retries } = execution;
		for (const [row, { before, isOvertaken }] of given)
			if (!retries && !isOvertaken) this.table.setTold(row, before);
		const { same, edited } = this.takeItems(execution);
		this.waiting.putBack(new Map([...same, ...edited]), lane);
	}

	/** It has failed, or its lease has ended. */
	private sendAgain(execution: Execution): void {
		const { given, lane, startedAt } = execution;
		const { same, edited } = this.takeItems(execution);
		const { waiting } = this;
		const isAlone = given.size === 1;
		// The destination is not down: it refuses this one.
		if (isAlone && waiting.isDestinationUp)
			for (const row of same.keys()) this.table.setRefused(row, true);
		if (isAlone || waiting.recordsPerExecution === 'all') waiting.putAside(same, 'tried');
		else waiting.putBack(same, lane);
		waiting.putBack(edited, lane);
		if (lane) waiting.fail(lane, startedAt);
	}

	/** It can have passed on its values without a success. */
	private doubt({ given }: Execution): void {
		for (const [row, { values }] of given) this.table.doubt(row, values);
	}

	/** What still has to be sent of it: with the same values, and edited since. */
	private takeItems({ given }: Execution): { same: ItemsByRow; edited: ItemsByRow } {
		const [same, edited]: ItemsByRow[] = [new Map(), new Map()];
		for (const [row, one] of given) {
			const isSame = isSameParts(this.table.listed(row), one.values);
			if (one.item) (isSame ? same : edited).set(row, one.item);
			delete one.item;
		}
		return { same, edited };
	}

	/** What waits, to return it without an execution of which the end is reported. */
	get whole(): Piece {
		return { items: this.waiting.all };
	}

	/** It was returned so, and counts as told. */
	tellWhole({ items }: Piece): void {
		for (const row of items.keys()) {
			this.table.tell(row);
			this.waiting.remove(row);
		}
	}

	/** Numbers of records that wait, for the log. */
	get counts(): { refused: number; others: number } {
		return this.waiting.counts;
	}
}
