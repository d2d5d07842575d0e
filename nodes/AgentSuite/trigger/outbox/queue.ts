import type { IDataObject } from 'n8n-workflow';

import type { Comparison, Due } from '../table/compare';
import type { Known } from '../table/known';

/**
 * How far a record is:
 *
 *     phase     what has happened                                       it goes
 *     untried   its latest state was in no execution, as far as known   at once
 *     sending   it is in an execution                                   not before that ends, or its lease
 *     tried     its execution has failed, or perhaps so                 in a piece of its lane
 *     held      the same, and its piece cannot be smaller               as tried, after the next poll or success, and behind all others
 *     stopped   a person has stopped its execution                      as tried, after a publication, *Emit Existing*, or a restart
 *
 * Once it is edited, it is untried again, but not while it is sending.
 */
export type Phase = 'untried' | 'sending' | 'tried' | 'held' | 'stopped';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	phase: Phase;
}

/**
 * Whether no execution has had it in this state, as far as is known: it is new, was edited since the last list, or is told its values,
 * because a start makes that perhaps more. What was due before a restart can have failed, or ended n8n.
 */
const isUntried = ({ wasOpen, isEdited, told }: Known): boolean =>
	!wasOpen || isEdited || told.knows === 'values';

/** The records that are due, in the order in which they go if all were tried: what is found due, or is held, comes last. */
export class Queue {
	/** By row. */
	private records = new Map<number, Pending>();
	/** Whether it has followed a list. */
	private hasFollowed = false;

	constructor(private readonly random: () => number) {}

	/**
	 * Follows the records to their new rows, and takes over what is due, in its latest state. What is not due any more leaves it.
	 * @param inProgress the rows of the records that are in an execution
	 */
	follow({ rowNow, due }: Comparison, inProgress: ReadonlySet<number>): void {
		const dueRows = new Set(due.map(({ row }) => row));
		const before = this.records.values();
		this.records = new Map();
		for (const record of before) {
			const row = rowNow(record.row);
			if (row === undefined || !dueRows.has(row)) continue;
			record.row = row;
			this.putLast(record);
		}
		for (const { row, item, known } of this.inOrder(due)) {
			const last = this.records.get(row)?.phase ?? 'tried';
			const phase = inProgress.has(row) ? 'sending' : isUntried(known) ? 'untried' : last;
			this.records.set(row, { row, item, phase });
		}
	}

	/**
	 * What was tried before a restart begins anywhere, because nobody knows what was tried last. Otherwise, one that ends n8n, or is refused,
	 * would hide the same ones after each restart.
	 */
	private inOrder(due: Due[]): Due[] {
		if (this.hasFollowed) return due;
		this.hasFollowed = true;
		const untried = due.filter(({ known }) => isUntried(known));
		const tried = due.filter(({ known }) => !isUntried(known));
		// Each of the two lanes for itself.
		const again = this.fromAnywhere(tried.filter(({ known }) => !known.isRefused));
		const refused = this.fromAnywhere(tried.filter(({ known }) => known.isRefused));
		return [...again, ...refused, ...untried];
	}

	private fromAnywhere<T>(records: T[]): T[] {
		const from = Math.floor(this.random() * records.length);
		return [...records.slice(from), ...records.slice(0, from)];
	}

	get all(): Pending[] {
		return [...this.records.values()];
	}

	/** Those that are in no execution. */
	get waiting(): Pending[] {
		return this.all.filter(({ phase }) => phase !== 'sending');
	}

	/** Those that can go. */
	get ready(): Pending[] {
		return this.all.filter(({ phase }) => phase === 'untried' || phase === 'tried');
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

	/** Its execution has ended. */
	put(record: Pending, phase: Phase): void {
		record.phase = phase;
		// One that fails again and again must not hold up the others.
		if (phase === 'held' || phase === 'stopped') this.putLast(record);
	}

	/** What is in this phase can go again. */
	release(phase: 'held' | 'stopped'): void {
		for (const record of this.records.values()) if (record.phase === phase) record.phase = 'tried';
	}
}
