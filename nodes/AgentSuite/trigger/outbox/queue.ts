import type { Due } from '../table/asker';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { FATES, type Fate, type Wait } from './fate';
import type { LaneName } from './lanes';
import { shuffled } from './shuffled';

/** A record that is due. */
export interface Pending extends Pick<Due, 'row' | 'record' | 'item'> {
	wait?: Wait;
}

/** A record whose execution has ended. */
interface Ended {
	row: number;
	/** Undefined if it is not due any more. */
	due?: Due;
	/** What becomes of it otherwise. */
	fate: Fate;
}

/** The lane in which it goes, once it does. */
export function laneOf({ row }: Pick<Due, 'row'>, table: Table): LaneName {
	const { isTried, refusals } = table.tries(row);
	if (!isTried) return 'untried';
	return refusals > 0 ? 'refused' : 'tried';
}

/**
 * The records that are due, in the order in which they go, once they do. Their lanes follow from what the table knows of them. All that moves
 * one is here:
 *
 *     event                                          it waits             its place
 *     a list has it due, and it is new here          no                   last. In random order if it was open before, as after
 *                                                                          a restart
 *     … otherwise                                    no longer if it is   the same
 *                                                    untried
 *     … not due                                      it leaves the queue
 *     an execution starts with it                    the same             last, in random order, if it was untried
 *     an execution of it ends: it is compared again  as with a list
 *     … and still due                                `FATES`              `FATES`
 *     a poll sends, or an execution succeeds         no longer if it is   the same
 *                                                    held
 *     all goes again                                 no longer if it is   the same
 *                                                    stopped
 *
 * In random order, so that those that are refused, or end n8n, do not hide the same others again and again. What is open but not in the
 * queue waits for the next list (`delivery.md`).
 */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();

	/** @param random in [0, 1) */
	constructor(private readonly random: () => number) {}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	/** A list: follows the records to their new rows, and takes over what is due, in its latest state. */
	follow({ rowNow, due, table }: Comparison): void {
		const dueRows = new Set(due.map(({ row }) => row));
		const before = this.all;
		this.records = new Map();
		for (const record of before) {
			const row = rowNow(record.row);
			if (row !== undefined && dueRows.has(row)) this.records.set(row, { ...record, row });
		}
		const fresh = due.filter(({ wasOpen }) => !wasOpen);
		const others = due.filter(({ wasOpen }) => wasOpen);
		for (const one of [...fresh, ...shuffled(others, this.random)]) this.add(one, table);
	}

	/** An execution starts with these, of one lane. */
	start(records: Pending[], lane: LaneName): void {
		if (lane !== 'untried') return;
		for (const record of shuffled(records, this.random)) this.putLast(record);
	}

	/** An execution has ended, and its records were compared again. */
	end(ended: Ended[], table: Table): void {
		for (const { row, due, fate } of shuffled(ended, this.random)) {
			if (!due) {
				this.remove(row);
				continue;
			}
			const record = this.add(due, table);
			const { wait, isLast } = FATES[fate];
			// What is stopped stays so until a person acts.
			if (wait && record.wait !== 'stopped') record.wait = wait;
			if (isLast) this.putLast(record);
		}
	}

	/** It is not due any more. */
	remove(row: number): void {
		this.records.delete(row);
	}

	/** What waits for this goes on. */
	release(wait: Wait): void {
		for (const record of this.records.values()) if (record.wait === wait) delete record.wait;
	}

	/** Takes over what is due, after a list, or compared again. @returns as it is in the queue then */
	private add({ row, record, item }: Due, table: Table): Pending {
		const found: Pending = { row, record, item };
		const wait = this.records.get(row)?.wait;
		// What is untried is a newer state, which nobody has stopped.
		if (wait && laneOf(found, table) !== 'untried') found.wait = wait;
		this.records.set(row, found);
		return found;
	}

	/** It goes after all others, once it does. */
	private putLast(record: Pending): void {
		this.records.delete(record.row);
		this.records.set(record.row, record);
	}
}
