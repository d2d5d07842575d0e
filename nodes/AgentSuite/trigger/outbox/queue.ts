import type { Due } from '../table/asker';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import type { LaneName } from './lanes';
import { shuffled } from './shuffled';
import type { Fate } from './verdict';

/** What a record waits for, before it goes with its lane: the next poll or success, or a person. */
export type Wait = 'held' | 'stopped';

/** A record that is due. */
export interface Pending extends Pick<Due, 'row' | 'record' | 'item'> {
	/** Whether no execution had it in this state, as far as is known (`known.ts`), and none has started since. */
	isUntried: boolean;
	wait?: Wait;
}

/** The lane in which it goes, once it does. */
export function laneOf({ row, isUntried }: Pending, table: Table): LaneName {
	if (isUntried) return 'untried';
	return table.refusals(row) > 0 ? 'refused' : 'tried';
}

/** What becomes of a record that is still due when an execution of it has ended. What is stopped stays so. */
interface Move {
	isTried?: true;
	wait?: Wait;
	/** Whether it goes after all others, once it does. */
	isLast?: true;
}

const MOVES: Record<Fate, Move> = {
	stay: {},
	again: { wait: 'held' },
	split: { isTried: true },
	hold: { isTried: true, wait: 'held', isLast: true },
	refuse: { isTried: true, wait: 'held', isLast: true },
	stop: { isTried: true, wait: 'stopped', isLast: true },
};

/**
 * The records that are due, in the order in which they go. All that moves one is here:
 *
 *     event                                          it is            it waits        its place
 *     a list has it due, and it is untried           untried          no              last, if it is new here
 *     … otherwise, and it is new here, as after a    tried            no              last, in random order
 *     restart
 *     … otherwise                                    the same         the same        the same
 *     … not due                                      it leaves the queue
 *     an execution starts with it                    tried            the same        last, in random order, if it was untried
 *     an execution of it ends: it is compared again  as with a list, but last in order if it is new here
 *     … and still due                                `MOVES`          `MOVES`         `MOVES`
 *     a poll sends, or an execution succeeds         the same         no longer if    the same
 *                                                                     it is held
 *     all goes again                                 the same         no longer if    the same
 *                                                                     it is stopped
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
	follow({ rowNow, due }: Comparison): void {
		const dueRows = new Set(due.map(({ row }) => row));
		const before = this.all;
		this.records = new Map();
		for (const record of before) {
			const row = rowNow(record.row);
			if (row !== undefined && dueRows.has(row)) this.records.set(row, { ...record, row });
		}
		const untried = due.filter(({ isUntried }) => isUntried);
		const others = due.filter(({ isUntried }) => !isUntried);
		for (const one of [...untried, ...shuffled(others, this.random)]) this.add(one);
	}

	/** An execution starts with these. */
	start(records: Pending[]): void {
		const untried = records.filter(({ isUntried }) => isUntried);
		for (const record of shuffled(untried, this.random))
			this.putLast({ ...record, isUntried: false });
	}

	/** The execution of a record has ended, and it was compared again. @param due undefined if it is not due any more */
	end(row: number, due: Due | undefined, fate: Fate): void {
		if (!due) {
			this.records.delete(row);
			return;
		}
		const record = this.add(due);
		const { isTried = false, wait, isLast } = MOVES[fate];
		const moved = { ...record, isUntried: record.isUntried && !isTried };
		// Only a person ends that it is stopped.
		if (record.wait !== 'stopped' && wait) moved.wait = wait;
		if (isLast) this.putLast(moved);
		else this.records.set(row, moved);
	}

	/** What waits for this goes on. */
	release(wait: Wait): void {
		for (const record of this.records.values()) if (record.wait === wait) delete record.wait;
	}

	/** Takes over what is due, after a list, or compared again. @returns as it is in the queue then */
	private add({ row, record, item, isUntried }: Due): Pending {
		const found = { row, record, item };
		const earlier = this.records.get(row);
		// What is untried is another state, which nobody has stopped or held.
		const pending = isUntried || !earlier ? { ...found, isUntried } : { ...earlier, ...found };
		this.records.set(row, pending);
		return pending;
	}

	/** It goes after all others, once it does. */
	private putLast(record: Pending): void {
		this.records.delete(record.row);
		this.records.set(record.row, record);
	}
}
