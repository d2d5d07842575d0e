import type { WatchedList } from '../../model/watchedList';
import { emptyRows, isSameParts, partsAt, type Literals, type PartValues, type Rows } from './rows';
import type { Told } from './told';

/** What is known of a record of which there is something to tell. */
export interface Open {
	told: Told;
	/** Whether it has failed alone while something else succeeded. That holds until it is edited, or the workflow is told. */
	isRefused: boolean;
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

	/** The values of the list that was read last. */
	listed(row: number): PartValues {
		return partsAt(this.rows, row);
	}

	isRefused(row: number): boolean {
		return this.openRows.get(row)?.isRefused ?? false;
	}

	/** The workflow was told this. */
	tell(row: number, told: Told): void {
		this.set(row, { told, isRefused: this.isRefused(row) });
	}

	/** The destination refuses it. Nothing happens if it is done. */
	refuse(row: number): void {
		const { told } = this.openRows.get(row) ?? {};
		if (told) this.set(row, { told, isRefused: true });
	}

	private set(row: number, { told, isRefused }: Open): void {
		const isCertain = told.knows === 'values';
		if (isCertain && isSameParts(told.values, this.listed(row))) this.openRows.delete(row);
		else this.openRows.set(row, { told, isRefused: isRefused && !isCertain });
	}
}
