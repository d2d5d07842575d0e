import type { WatchedList } from '../../model/event';
import {
	countOf,
	emptyRows,
	isSameParts,
	partsAt,
	type Literals,
	type PartValues,
	type Rows,
} from './rows';
import { KNOWLEDGE, type Told } from './told';

/** The code of `values` in `knowledge`. Rows that are done, which most are, need nothing else. */
const TOLD_VALUES = KNOWLEDGE.indexOf('values');

/** What a table holds. All but the told values, and what is refused, has an entry for each row. */
export interface TableContent {
	/** The list that was read last. */
	rows: Rows;
	/** The texts of some values, by hash. */
	literals: Literals;
	/** By row, its index in `KNOWLEDGE`. */
	knowledge: Uint8Array;
	/** The told values by row, where they differ from the listed ones. */
	toldValues: Map<number, PartValues>;
	/** The rows that the destination refuses. */
	refused: Set<number>;
}

/** What the workflow was told of each record of a list, by row. */
export class Table {
	constructor(readonly content: TableContent) {}

	/** All rows are done. */
	static of(rows: Rows, literals: Literals = new Map()): Table {
		const knowledge = new Uint8Array(countOf(rows)).fill(TOLD_VALUES);
		return new Table({ rows, literals, knowledge, toldValues: new Map(), refused: new Set() });
	}

	/** Of a list that was never read. */
	static empty(list: WatchedList): Table {
		return Table.of(emptyRows(list));
	}

	get rows(): Rows {
		return this.content.rows;
	}

	get literals(): Literals {
		return this.content.literals;
	}

	/** The hashes of all told values that differ from the listed ones. */
	get toldHashes(): Set<number> {
		return new Set([...this.content.toldValues.values()].flat());
	}

	/** Whether there is nothing to tell: the workflow was told what is listed, for certain, or need not be. */
	isDone(row: number): boolean {
		return this.content.knowledge[row] === TOLD_VALUES && !this.content.toldValues.has(row);
	}

	/** Number of rows that are not done. */
	get openCount(): number {
		return this.content.knowledge.filter((_code, row) => !this.isDone(row)).length;
	}

	told(row: number): Told {
		const knows = KNOWLEDGE[this.content.knowledge[row]];
		if (knows === 'nothing') return { knows };
		return { knows, values: this.content.toldValues.get(row) ?? this.listed(row) };
	}

	/** The values of the list that was read last. */
	listed(row: number): PartValues {
		return partsAt(this.rows, row);
	}

	setTold(row: number, told: Told): void {
		this.content.knowledge[row] = KNOWLEDGE.indexOf(told.knows);
		if (told.knows === 'values') this.content.refused.delete(row);
		if (told.knows === 'nothing' || isSameParts(told.values, this.listed(row)))
			this.content.toldValues.delete(row);
		else this.content.toldValues.set(row, told.values);
	}

	/** There is nothing to tell: the workflow was told what is listed, or need not be. */
	setDone(row: number): void {
		this.setTold(row, { knows: 'values', values: this.listed(row) });
	}

	/** Perhaps it was told these too: an execution with them has started, or has ended without a success. */
	setPerhapsTold(row: number, tried: PartValues): void {
		const told = this.told(row);
		if (told.knows === 'values' && !isSameParts(tried, told.values))
			this.setTold(row, { ...told, knows: 'perhapsMore' });
	}

	/** It failed alone while something else succeeded. That holds until it is edited, or the workflow is told. */
	refuse(row: number): void {
		this.content.refused.add(row);
	}

	isRefused(row: number): boolean {
		return this.content.refused.has(row);
	}
}
