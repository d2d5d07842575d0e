import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';

/**
 * How far a record is:
 *
 *     phase     what has happened                                 it goes
 *     untried   nothing in its latest state, as far as is known   at once
 *     tried     an execution has had it, and perhaps failed       in a piece of its lane
 *     held      it has failed alone, or with a fixed size         behind all others, after the next poll or success
 *     stopped   a person has stopped its execution                after a publication, *Emit Existing*, or a restart
 *     any       it is in an execution now                         not before that ends, or its lease
 *     any       it was edited                                     as untried
 *
 * Its lane is that of the refused ones if `Table.isRefused`.
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

/** The records that are due, in the order in which they go if all were tried: what is found due, or is held, comes last. */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();

	/**
	 * Follows the records to their new rows, and takes over what is due, in its latest state. What is not due any more leaves it.
	 * @returns whether something was not tried that was not there, or was tried in another state
	 */
	follow({ rowNow, due }: Comparison): boolean {
		const dueRows = new Set(due.map(({ row }) => row));
		const last = this.records.values();
		this.records = new Map();
		for (const record of last) {
			const row = rowNow(record.row);
			if (row === undefined || !dueRows.has(row)) continue;
			record.row = row;
			this.putLast(record);
		}
		let hasNew = false;
		for (const { row, item, isUntried } of due) {
			const known = this.records.get(row);
			if (known && !isUntried) {
				known.item = item;
			} else {
				hasNew ||= isUntried && known?.phase !== 'untried';
				this.records.set(row, { row, item, phase: isUntried ? 'untried' : 'tried' });
			}
		}
		return hasNew;
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

	private putLast(record: Pending): void {
		this.records.delete(record.row);
		this.records.set(record.row, record);
	}

	/** It does not go now. */
	hold(record: Pending, phase: 'held' | 'stopped'): void {
		record.phase = phase;
		this.putLast(record);
	}

	/** What is in this phase can go again. */
	release(phase: 'held' | 'stopped'): void {
		for (const record of this.records.values()) if (record.phase === phase) record.phase = 'tried';
	}
}
