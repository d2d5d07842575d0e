import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import type { LaneName } from './lanes';
import { shuffled } from './shuffled';

/** A record that is due. It goes in its lane, once it is in no execution and does not wait. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	/** By what has happened to this state of it, as far as is known. */
	lane: LaneName;
	waits?: Waits;
}

/**
 * What a record waits for, after an execution with it:
 *
 *     held      the next poll or success, because its piece has failed and cannot be smaller
 *     stopped   a publication, *Emit Existing*, or a restart, because a person has stopped it
 */
export type Waits = 'held' | 'stopped';

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

	/**
	 * Follows the records to their new rows, and takes over what is due, in its latest state. What is not due any more leaves it.
	 * @returns the number of those that leave it because they do not match the event any more
	 */
	follow({ rowNow, due, table }: Comparison): number {
		const dueRows = new Set(due.map(({ row }) => row));
		const before = this.all;
		this.records = new Map();
		let unmatched = 0;
		for (const record of before) {
			const row = rowNow(record.row);
			if (row === undefined) continue;
			if (dueRows.has(row)) this.records.set(row, { ...record, row });
			else if (table.isDone(row)) unmatched += 1;
		}
		const untried = due.filter(({ isUntried }) => isUntried);
		const others = due.filter(({ isUntried }) => !isUntried);
		for (const { row, item } of untried) this.records.set(row, { row, item, lane: 'untried' });
		for (const { row, item } of shuffled(others, this.random)) {
			const lane = table.refusals(row) > 0 ? 'refused' : 'tried';
			this.records.set(row, { lane, ...this.records.get(row), row, item });
		}
		return unmatched;
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
		const untried = records.filter(({ lane }) => lane === 'untried');
		for (const { row } of shuffled(untried, this.random)) this.putLast(row, { lane: 'tried' });
	}

	/** Behind all others. Nothing happens if it is not due any more. */
	putLast(row: number, change: Pick<Pending, 'lane' | 'waits'>): void {
		const record = this.records.get(row);
		this.records.delete(row);
		if (record) this.records.set(row, { ...record, ...change });
	}

	/** What waits for this goes again. */
	release(what: Waits): void {
		for (const record of this.records.values()) if (record.waits === what) record.waits = undefined;
	}
}
