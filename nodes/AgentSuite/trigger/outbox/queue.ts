import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import { shuffled } from './shuffled';
import type { Fate } from './verdict';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	state: PendingState;
}

/** What has happened to it, as the last list has it. What each means, and what moves it: `Queue`. */
export type PendingState = 'untried' | 'tried' | 'held' | 'stopped';

/**
 * The records that are due, in the order in which they go.
 *
 *     state     what it means
 *     untried   no execution has had it, as far as is known. It goes at once
 *     tried     one has. It goes in pieces, or alone if it is refused (`place.ts`)
 *     held      that has failed, and cannot be smaller, so it waits for the next poll or success
 *     stopped   a person has stopped that, so it waits until all goes again
 *
 * All that moves a record is here:
 *
 *     event                                              before     then
 *     a list has it due, and it is untried (`known.ts`)  any, none  untried
 *     … due, and not untried: was due before a restart,  none       tried, last
 *     or is back, for example
 *     … an alert is edited                               any        tried
 *     … not due                                          any        none
 *     an execution starts with it, with retries          untried    tried, last
 *     … without                                          any        none
 *     an execution ends: `compareAgain`                  any        none
 *     … `hold`, `refuse`                                 any        held, last. If it was edited since, and is untried, it stays so
 *     … `stop`                                           any        stopped, last. If it was edited since, as with `hold`
 *     a poll sends, or an execution succeeds             held       tried
 *     all goes again                                     stopped    tried
 *
 * What becomes tried together comes last in random order, so that those that are refused, or end n8n, do not hide the same others
 * again and again.
 */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();

	/** @param random in [0, 1) */
	constructor(private readonly random: () => number) {}

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
		for (const { row, item } of untried) this.records.set(row, { row, item, state: 'untried' });
		for (const { row, item, isEdited } of shuffled(others, this.random)) {
			const earlier = this.records.get(row)?.state ?? 'tried';
			// Only an alert is edited and not untried. Nobody has stopped its other state.
			this.records.set(row, { row, item, state: isEdited ? 'tried' : earlier });
		}
	}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	/** An execution starts with these. @param retries whether they go again if it fails. Otherwise, they are done */
	start(records: Pending[], retries: boolean): void {
		if (!retries) {
			for (const { row } of records) this.records.delete(row);
			return;
		}
		const untried = records.filter(({ state }) => state === 'untried');
		for (const { row } of shuffled(untried, this.random)) this.putLast(row, 'tried');
	}

	/**
	 * The execution of a record ends. Nothing happens if it is not due.
	 * @param isEdited whether it was since the start, so nobody has refused or stopped its latest state
	 */
	end(row: number, fate: Fate, isEdited: boolean): void {
		const record = this.records.get(row);
		if (!record || fate === 'stay') return;
		if (fate === 'compareAgain') {
			// What its item says has changed is not so any more.
			this.records.delete(row);
			return;
		}
		if (isEdited && record.state === 'untried') return;
		this.putLast(row, fate === 'stop' && !isEdited ? 'stopped' : 'held');
	}

	/** What waits in this state goes again, from its place. */
	release(waiting: 'held' | 'stopped'): void {
		for (const record of this.records.values())
			if (record.state === waiting) record.state = 'tried';
	}

	/** It goes after all others, once it does. */
	private putLast(row: number, state: PendingState): void {
		const record = this.records.get(row);
		this.records.delete(row);
		if (record) this.records.set(row, { ...record, state });
	}
}
