import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import { shuffled } from './shuffled';

/** A record that is due. It goes once it is in no execution and is not parked. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	/** Whether no execution has had it in this state, as far as is known. */
	isUntried: boolean;
	parked?: Parked;
}

/**
 * Why a record does not go now, after an execution with it, and until when:
 *
 *     held      its piece has failed and cannot be smaller: until the next poll or success
 *     stopped   a person has stopped it: until n8n activates the workflow, or *Emit Existing* is turned on
 *
 * What is edited, or was missing and is back, is not parked any more.
 */
export type Parked = 'held' | 'stopped';

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
	 */
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
		for (const { row, item } of untried) this.records.set(row, { row, item, isUntried: true });
		for (const { row, item, isEdited } of shuffled(others, this.random)) {
			const earlier = this.records.get(row);
			// Nobody has stopped the other state of an alert.
			const parked = isEdited ? undefined : earlier?.parked;
			this.records.set(row, { isUntried: false, ...earlier, row, item, parked });
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
		const untried = records.filter(({ isUntried }) => isUntried);
		for (const { row } of shuffled(untried, this.random)) this.putLast(row, { isUntried: false });
	}

	/** An execution with this state has ended. It does not go now, and after all others then. */
	park(row: number, parked: Parked): void {
		this.putLast(row, { parked, isUntried: false });
	}

	private putLast(row: number, change: Partial<Pending>): void {
		const record = this.records.get(row);
		this.records.delete(row);
		if (record) this.records.set(row, { ...record, ...change });
	}

	/** What is parked like this goes again. */
	release(parked: Parked): void {
		for (const record of this.records.values())
			if (record.parked === parked) record.parked = undefined;
	}
}
