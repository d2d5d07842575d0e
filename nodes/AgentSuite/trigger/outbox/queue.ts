import type { Due } from '../table/asker';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import type { LaneName } from './lanes';
import { shuffled } from './shuffled';
import type { Fate } from './verdict';

/** A record that is due. */
export interface Pending extends Pick<Due, 'row' | 'record' | 'item'> {
	/** Whether no execution with it in this state has started since, as far as is known (`known.ts`). */
	isUntried: boolean;
	/** The round for the rest of which it is held. */
	heldIn?: number;
	/** Whether a person has stopped its execution, so it waits until all goes again. */
	isStopped?: boolean;
}

/** The lane in which it goes, once it does. */
export function laneOf({ row, isUntried }: Pending, table: Table): LaneName {
	if (isUntried) return 'untried';
	return table.refusals(row) > 0 ? 'refused' : 'tried';
}

/** What becomes of a record that is still due when an execution of it has ended. */
interface Move {
	isTried?: true;
	waits?: 'held' | 'stopped';
	/** Whether it goes after all others, once it does. */
	isLast?: true;
}

/** If it is due in the state that the execution was given. */
const MOVES: Record<Fate, Move> = {
	stay: {},
	again: { waits: 'held' },
	split: { isTried: true },
	hold: { isTried: true, waits: 'held', isLast: true },
	refuse: { isTried: true, waits: 'held', isLast: true },
	stop: { isTried: true, waits: 'stopped', isLast: true },
};

/**
 * If it is due in a newer state. Nobody has tried, stopped, or refused that, so it goes on, but in place of a wait it is held if it would go
 * at each end of an execution: after a success, and if it is not untried, as of an alert.
 */
function moveOfNewer(fate: Fate, isUntried: boolean): Move {
	const isHeld = MOVES[fate].waits !== undefined && (fate === 'again' || !isUntried);
	return isHeld ? { waits: 'held' } : {};
}

/**
 * The records that are due, in the order in which they go. All that moves one is here:
 *
 *     event                                           it is            it waits        its place
 *     a list has it due, and it is untried            untried          no              last, if it is new here
 *     (`known.ts`)
 *     … due otherwise, and it is new here, as         tried            no              last, in random order
 *     after a restart
 *     … due otherwise, and an alert that was edited   tried            no              the same
 *     … due otherwise                                 the same         the same        the same
 *     … not due                                       it leaves the queue
 *     an execution starts with it                     tried            the same        last, in random order, if it was untried
 *     an execution of it ends: it is compared again   as with a list, but last in order if it is new here
 *     … and still due                                 (above)          (above)         (above)
 *
 * Each poll that sends, and each success of an execution, begins a round. In random order, so that those that are refused, or end n8n, do
 * not hide the same others again and again. What is open but not in the queue waits for the next list (`delivery.md`).
 */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();
	private round = 0;

	/** @param random in [0, 1) */
	constructor(private readonly random: () => number) {}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	/** Why a record does not go with its lane. Undefined if it does. */
	reasonToWait({ isStopped, heldIn }: Pending): 'stopped' | 'held' | undefined {
		if (isStopped) return 'stopped';
		return heldIn === this.round ? 'held' : undefined;
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

	/**
	 * The execution of a record has ended, and it was compared again.
	 * @param due undefined if it is not due any more
	 * @param hasNewer whether it is due in a newer state than the execution was given
	 */
	end(row: number, due: Due | undefined, fate: Fate, hasNewer: boolean): void {
		if (!due) {
			this.records.delete(row);
			return;
		}
		const record = this.add(due);
		const move = hasNewer ? moveOfNewer(fate, record.isUntried) : MOVES[fate];
		const moved: Pending = {
			...record,
			isUntried: record.isUntried && !move.isTried,
			heldIn: move.waits === 'held' ? this.round : record.heldIn,
			isStopped: move.waits === 'stopped' || record.isStopped,
		};
		if (move.isLast) this.putLast(moved);
		else this.records.set(row, moved);
	}

	/** What is held can go. */
	beginRound(): void {
		this.round += 1;
	}

	/** What is stopped can go. */
	beginAnew(): void {
		for (const record of this.records.values()) record.isStopped = false;
	}

	/** Takes over what is due, after a list, or compared again. @returns as it is in the queue then */
	private add({ row, record, item, isUntried, isEdited }: Due): Pending {
		const found = { row, record, item };
		const earlier = this.records.get(row);
		// What is untried, or an alert that was edited, is another state. Nobody has stopped or held that.
		const isOther = isUntried || isEdited || !earlier;
		const pending = isOther ? { ...found, isUntried } : { ...earlier, ...found };
		this.records.set(row, pending);
		return pending;
	}

	/** It goes after all others, once it does. */
	private putLast(record: Pending): void {
		this.records.delete(record.row);
		this.records.set(record.row, record);
	}
}
