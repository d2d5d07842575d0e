import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import { shuffled } from './shuffled';

/**
 * What has happened to the latest state of a record:
 *
 *     phase     what has happened                                   it goes, once it is in no execution
 *     untried   it was in no execution, as far as is known          at once
 *     tried     it is in an execution, or that has failed           in a piece of its lane
 *     held      the same, and its piece cannot be smaller           as tried, after the next poll or success
 *     stopped   a person has stopped its execution                  as tried, after a publication, *Emit Existing*, or a restart
 */
export type Phase = 'untried' | 'tried' | 'held' | 'stopped';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	phase: Phase;
}

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
		for (const { row: lastRow, item, phase } of before) {
			const row = rowNow(lastRow);
			if (row === undefined) continue;
			if (dueRows.has(row)) this.records.set(row, { row, item, phase });
			else if (table.isDone(row)) unmatched += 1;
		}
		const untried = due.filter(({ isUntried }) => isUntried);
		const others = due.filter(({ isUntried }) => !isUntried);
		for (const { row, item } of untried) this.records.set(row, { row, item, phase: 'untried' });
		for (const { row, item } of shuffled(others, this.random)) {
			const phase = this.records.get(row)?.phase ?? 'tried';
			this.records.set(row, { row, item, phase });
		}
		return unmatched;
	}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	/** Those that go if they are in no execution. */
	get ready(): Pending[] {
		return this.all.filter(({ phase }) => phase === 'untried' || phase === 'tried');
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	delete(row: number): void {
		this.records.delete(row);
	}

	/** An execution starts with these. */
	setTried(records: Pending[]): void {
		const untried = records.filter(({ phase }) => phase === 'untried');
		this.putLast(
			shuffled(untried, this.random).map(({ row }) => row),
			'tried',
		);
	}

	/** Behind all others. */
	putLast(rows: number[], phase: Phase): void {
		for (const row of rows) {
			const record = this.records.get(row);
			this.records.delete(row);
			if (record) this.records.set(row, { ...record, phase });
		}
	}

	/** Before all others. */
	putFirst(rows: number[]): void {
		const first = rows.flatMap((row) => this.records.get(row) ?? []);
		for (const { row } of first) this.records.delete(row);
		this.records = new Map([...first, ...this.all].map((record) => [record.row, record]));
	}

	/** What is in this phase can go again. */
	release(phase: 'held' | 'stopped'): void {
		for (const record of this.records.values()) if (record.phase === phase) record.phase = 'tried';
	}
}
