import type { Due } from '../table/asker';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import type { LaneName } from './lanes';
import { shuffled } from './shuffled';
import type { Fate } from './verdict';

/** A record that is due. */
export interface Pending extends Pick<Due, 'row' | 'record' | 'item'> {
	/** In which it goes, once it does. */
	lane: LaneName;
	/** The round in which its execution has failed, and could not be smaller. It is held for the rest of that. */
	failedIn?: number;
	/** Whether a person has stopped its execution, so it waits until all goes again. */
	isStopped?: boolean;
}

/** What the end of an execution means for a record in the queue. */
interface Ended {
	/** What it is still due as. */
	due?: Due;
	fate: Fate;
	/** Whether the list has a newer state of it than the execution was given. */
	hasNewer: boolean;
}

/**
 * The records that are due, in the order in which they go. All that moves one is here:
 *
 *     event                                               its lane                    it waits           its place
 *     a list has it due, and it is untried (`known.ts`)   untried                     no                 last, if it is new here
 *     … due otherwise, and it is new here, as after a     tried, or if it has         no                 last, in random order
 *     restart                                             refusals, refused
 *     … due otherwise, and an alert that was edited       tried                       no                 the same
 *     … due otherwise                                     the same                    the same           the same
 *     … not due                                           it leaves the queue
 *     an execution starts with it                         tried, if it was untried    no                 last, in random order, if it
 *                                                                                                        was untried
 *     an execution of it ends, and it is compared again   as with a list
 *     … and still due, in a newer untried state           the same                    the same           the same
 *     … `stay`                                            tried, if it was untried    the same           the same
 *     … `hold`                                            tried, if it was untried    for the next       last
 *                                                                                     round
 *     … `refuse`, if it has no newer state, else `hold`   refused                     for the next       last
 *                                                                                     round
 *     … `stop`, if it has no newer state, else `hold`     tried, if it was untried    until all goes     last
 *                                                                                     again
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

	/** A list: follows the records to their new rows, and takes over what is due, in its latest state. */
	follow({ rowNow, due, table }: Comparison): void {
		const dueRows = new Set(due.map(({ row }) => row));
		const before = this.all;
		this.records = new Map();
		for (const record of before) {
			const row = rowNow(record.row);
			if (row !== undefined && dueRows.has(row)) this.records.set(row, { ...record, row });
		}
		const untried = due.filter(({ isUntried }) => isUntried);
		const others = due.filter(({ isUntried }) => !isUntried);
		for (const one of [...untried, ...shuffled(others, this.random)]) this.add(one, table);
	}

	/** Takes over what is due, after a list, or compared again. @returns as it is in the queue then */
	private add({ row, record, item, isUntried, isEdited }: Due, table: Table): Pending {
		const found = { row, record, item };
		const earlier = this.records.get(row);
		const otherwise = table.refusals(row) > 0 ? 'refused' : 'tried';
		// What is untried, or an alert that was edited, is another state. Nobody has stopped or refused that.
		const isOther = isUntried || isEdited || !earlier;
		const pending: Pending = isOther
			? { ...found, lane: isUntried ? 'untried' : otherwise }
			: { ...earlier, ...found };
		this.records.set(row, pending);
		return pending;
	}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	/** Why a record does not go with its lane. Undefined if it does. */
	reasonToWait({ isStopped, failedIn }: Pending): 'stopped' | 'held' | undefined {
		if (isStopped) return 'stopped';
		return failedIn === this.round ? 'held' : undefined;
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	/** An execution starts with these. */
	start(records: Pending[]): void {
		const untried = records.filter(({ lane }) => lane === 'untried');
		for (const record of shuffled(untried, this.random)) this.putLast({ ...record, lane: 'tried' });
	}

	/** The execution of a record has ended, and it was compared again. */
	end(row: number, { due, fate, hasNewer }: Ended, table: Table): void {
		if (!due) {
			this.records.delete(row);
			return;
		}
		const record = this.add(due, table);
		const isUntried = record.lane === 'untried';
		if (hasNewer && isUntried) return;
		const lane = isUntried ? 'tried' : record.lane;
		if (fate === 'stay') this.records.set(row, { ...record, lane });
		// Nobody has stopped or refused a newer state.
		else if (fate === 'hold' || hasNewer) this.putLast({ ...record, lane, failedIn: this.round });
		else if (fate === 'stop') this.putLast({ ...record, lane, isStopped: true });
		else this.putLast({ ...record, lane: 'refused', failedIn: this.round });
	}

	/** What is held can go. */
	beginRound(): void {
		this.round += 1;
	}

	/** What is stopped can go. */
	beginAnew(): void {
		for (const record of this.records.values()) record.isStopped = false;
	}

	/** It goes after all others, once it does. */
	private putLast(record: Pending): void {
		this.records.delete(record.row);
		this.records.set(record.row, record);
	}
}
