import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';

/**
 * When a record goes:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `queued`: goes in pieces. Its lane is that of the refused ones if the table says so, otherwise the backlog
 * - `sent`: is in an execution, whose end decides when it goes again
 * - `failed`: has failed alone, or with *All*, or could not start. The next poll or success queues it, behind all others
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, with *Emit Existing*, or after a restart
 */
export type Place = 'fresh' | 'queued' | 'sent' | 'failed' | 'stopped';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	place: Place;
	/** Whether an execution has had it in this state, as far as is known. */
	isTried: boolean;
}

/** The records that are due, in the order in which they go if all were tried: what is found due, or has failed, comes last. */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();

	/** Follows the records to their new rows. What is not due any more leaves it. */
	follow({ moveOf, due }: Comparison): void {
		const dueRows = new Set(due.map(({ row }) => row));
		const last = this.records.values();
		this.records = new Map();
		for (const record of last) {
			const move = moveOf(record.row);
			if (!move || !dueRows.has(move.row)) continue;
			record.row = move.row;
			this.add(record);
		}
	}

	/** Adds one that is due, as the last one. @returns it */
	add(record: Pending): Pending {
		this.records.set(record.row, record);
		return record;
	}

	get size(): number {
		return this.records.size;
	}

	get(row: number): Pending | undefined {
		return this.records.get(row);
	}

	delete(row: number): void {
		this.records.delete(row);
	}

	move(record: Pending, place: Place): void {
		record.place = place;
		if (place !== 'failed') return;
		// It comes last.
		this.delete(record.row);
		this.add(record);
	}

	at(place: Place): Pending[] {
		return [...this.records.values()].filter((record) => record.place === place);
	}

	/** What has waited at this place goes in pieces again. */
	queueAgain(from: Place): void {
		for (const record of this.at(from)) record.place = 'queued';
	}
}
