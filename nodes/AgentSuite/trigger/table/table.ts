import type { WatchedList } from '../../model/watchedList';
import { emptyRows, isSameParts, partsAt, type Literals, type PartValues, type Rows } from './rows';
import type { Told } from './told';

/** What has become of a record, since it was edited last, or became due. */
export interface Tries {
	/** Whether an execution has started with it, or could not. */
	isTried: boolean;
	/** How often the destination has refused it: it has failed alone while something else succeeded, or after that. */
	refusals: number;
}

export const UNTRIED: Tries = { isTried: false, refusals: 0 };

/** What is known of a record that is not done: there is something to tell, as far as it is listed and matches. */
export interface Open extends Tries {
	told: Told;
}

/** What the workflow was told of each record of a list, by row. */
export class Table {
	/** Those that are not done. */
	private readonly openRows = new Map<number, Open>();

	/**
	 * @param rows the list that was read last
	 * @param literals the texts of some values, by hash
	 * @param open what is known of some rows. All others are done
	 */
	constructor(
		readonly rows: Rows,
		readonly literals: Literals = new Map(),
		open: Iterable<[number, Open]> = [],
	) {
		for (const [row, known] of open) this.set(row, known);
	}

	/** Of a list that was never read. */
	static empty(list: WatchedList): Table {
		return new Table(emptyRows(list));
	}

	/** By row. */
	get open(): ReadonlyMap<number, Open> {
		return this.openRows;
	}

	/** Whether there is nothing to tell: the workflow was told what is listed, for certain, or need not be. */
	isDone(row: number): boolean {
		return !this.openRows.has(row);
	}

	told(row: number): Told {
		return this.openRows.get(row)?.told ?? { knows: 'values', values: this.listed(row) };
	}

	/** The values of the last list that had it. */
	listed(row: number): PartValues {
		return partsAt(this.rows, row);
	}

	/** `UNTRIED` if it is done. */
	tries(row: number): Tries {
		const { isTried, refusals } = this.openRows.get(row) ?? UNTRIED;
		return { isTried, refusals };
	}

	/** The start or the end of an execution with it says that the workflow was told this. */
	tell(row: number, told: Told): void {
		// What is done is open once more by that only at an end, so it was tried.
		const tries = this.openRows.get(row) ?? { isTried: true, refusals: 0 };
		this.set(row, { ...tries, told });
	}

	/** Nothing happens if it is done. @param isRefused whether the destination refuses it */
	noteTry(row: number, isRefused = false): void {
		const known = this.openRows.get(row);
		if (!known) return;
		const refusals = known.refusals + Number(isRefused);
		this.openRows.set(row, { ...known, isTried: true, refusals });
	}

	private set(row: number, open: Open): void {
		const { told } = open;
		const isDone = told.knows === 'values' && isSameParts(told.values, this.listed(row));
		if (isDone) this.openRows.delete(row);
		else this.openRows.set(row, open);
	}
}
