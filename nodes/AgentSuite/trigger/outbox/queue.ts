import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import { shuffled } from './shuffled';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	state: PendingState;
}

/**
 * What has happened to it, as the last list has it:
 *
 *     untried   no execution has had it, as far as is known
 *     tried     one has
 *     held      that has failed, and cannot be smaller, so it waits until the next poll or success
 *     stopped   a person has stopped that, so it waits until n8n activates the workflow, or all is returned once more
 *
 * An edit makes it untried, and of an alert tried. What was missing and is back is tried, unless it is told earlier values for certain
 * (`known.ts`).
 */
export type PendingState = 'untried' | 'tried' | 'held' | 'stopped';

/**
 * The records that are due, in the order in which they go: what is tried for the first time together, or was before a restart, comes
 * last in random order, so that those that are refused, or end n8n, do not hide the same others again and again. What fails alone
 * comes last.
 */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();

	/** @param random in [0, 1) */
	constructor(private readonly random: () => number) {}

	/** Follows the records to their new rows, and takes over what is due, in its latest state. What is not due any more leaves it. */
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

	delete(row: number): void {
		this.records.delete(row);
	}

	/** An execution starts with these. */
	setTried(records: Pending[]): void {
		const untried = records.filter(({ state }) => state === 'untried');
		for (const { row } of shuffled(untried, this.random)) this.putLast(row, 'tried');
	}

	/** It goes after all others, once it does. */
	putLast(row: number, state: PendingState): void {
		const record = this.records.get(row);
		this.records.delete(row);
		if (record) this.records.set(row, { ...record, state });
	}

	/** What waits in this state goes again, from its place. */
	release(waiting: 'held' | 'stopped'): void {
		for (const record of this.records.values())
			if (record.state === waiting) record.state = 'tried';
	}
}
