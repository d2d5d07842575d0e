import type { WatchedList } from '../../model/event';
import { emptyRows, isSameParts, partsAt, type Literals, type PartValues, type Rows } from './rows';
import type { Told } from './told';

/** What is known of a record of which there is something to tell. */
interface Open {
	told: Told;
	/** Whether it failed alone while something else succeeded. That holds until it is edited, or the workflow is told. */
	isRefused: boolean;
}

/** What the workflow was told of each record of a list, by row. */
export class Table {
	/**
	 * @param rows the list that was read last
	 * @param literals the texts of some values, by hash
	 * @param openRows the rows that are not done
	 */
	constructor(
		readonly rows: Rows,
		readonly literals: Literals = new Map(),
		private readonly openRows = new Map<number, Open>(),
	) {}

	/** Of a list that was never read. */
	static empty(list: WatchedList): Table {
		return new Table(emptyRows(list));
	}

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

	/** It is not refused any more, if it was told these for certain. */
	setTold(row: number, told: Told): void {
		const isToldAll = told.knows === 'values' && isSameParts(told.values, this.listed(row));
		const isRefused = told.knows !== 'values' && this.isRefused(row);
		if (isToldAll) this.openRows.delete(row);
		else this.openRows.set(row, { told, isRefused });
	}

	/** There is nothing to tell: the workflow was told what is listed, or need not be. */
	setDone(row: number): void {
		this.openRows.delete(row);
	}

	refuse(row: number): void {
		const open = this.openRows.get(row);
		if (open) open.isRefused = true;
	}

	isRefused(row: number): boolean {
		return this.openRows.get(row)?.isRefused ?? false;
	}
}
