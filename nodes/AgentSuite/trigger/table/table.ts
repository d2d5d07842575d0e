import type { WatchedList } from '../../model/event';
import { hashOf } from '../../model/hash';
import {
	countOf,
	emptyRows,
	isSameParts,
	partsAt,
	readRows,
	storeRows,
	type PartValues,
	type Rows,
	type Literals,
	type WithParts,
} from './rows';
import { KNOWLEDGE, type Told } from './told';

/** Maximum number of texts to store. Others are still compared by hash. */
const MAX_TEXTS = 250;
/** Maximum length of a text to store. */
const MAX_LENGTH = 60;

/** The code of `values` in `knowledge`. Rows that are done, which most are, need nothing else. */
const TOLD_VALUES = KNOWLEDGE.indexOf('values');

/** A table as n8n stores it: plain JSON. It contains no personal data except some statuses. */
export interface StoredTable {
	/** Number of rows. */
	count: number;
	columns: string[];
	/** Texts that are compared by their hash. */
	literals: string[];
	/** One byte a row, as base64. Empty if all rows are told values. */
	knowledge: string;
	/** The told values that differ from the listed ones: row and values, in 32 bits each, as base64. */
	toldValues: string;
	/** The rows that the destination refuses, in 32 bits each, as base64. */
	refused: string;
}

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Numbers of each row, as base64. */
function storeByRow(entries: ReadonlyMap<number, PartValues>): string {
	const flat = Uint32Array.from([...entries].flatMap(([row, values]) => [row, ...values]));
	return base64(new Uint8Array(flat.buffer));
}

/**
 * Reads what `storeByRow` wrote.
 * @param width how many numbers each row has
 * @throws {RangeError} for anything else
 */
function readByRow(text: string, width: number, count: number): Map<number, number[]> {
	const flat = new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
	const entries = new Map<number, number[]>();
	for (let at = 0; at < flat.length; at += width + 1) {
		const [row, ...values] = flat.slice(at, at + width + 1);
		if (row >= count || values.length !== width) throw new RangeError('A stored row is not there');
		entries.set(row, values);
	}
	return entries;
}

function readKnowledge(text: string, count: number): Uint8Array {
	const knowledge =
		text === '' ? new Uint8Array(count) : new Uint8Array(Buffer.from(text, 'base64'));
	if (knowledge.length !== count || knowledge.some((code) => code >= KNOWLEDGE.length))
		throw new RangeError('What the workflow was told cannot be read');
	return knowledge;
}

/** What the workflow was told of each record of a list, by row. */
export class Table {
	/** The columns of `rows`, which never change. */
	private columns?: string[];

	/**
	 * By default, all rows are done.
	 * @param rows the list that was read last
	 * @param literals the texts of some values, by hash
	 * @param knowledge by row, its index in `KNOWLEDGE`
	 * @param toldValues by row, where they differ from the listed ones
	 * @param refused rows that the destination refuses
	 */
	constructor(
		readonly rows: Rows,
		readonly literals: Literals = new Map(),
		private readonly knowledge: Uint8Array = new Uint8Array(countOf(rows)),
		private readonly toldValues = new Map<number, PartValues>(),
		private readonly refused = new Set<number>(),
	) {}

	/** Of a list that was never read. */
	static empty(list: WatchedList): Table {
		return new Table(emptyRows(list));
	}

	/** The hashes of all told values that differ from the listed ones. */
	get toldHashes(): Set<number> {
		return new Set([...this.toldValues.values()].flat());
	}

	/** Whether there is nothing to tell: the workflow was told what is listed, for certain, or need not be. */
	isDone(row: number): boolean {
		return this.knowledge[row] === TOLD_VALUES && !this.toldValues.has(row);
	}

	/** Number of rows that are not done. */
	get openCount(): number {
		return this.knowledge.filter((_code, row) => !this.isDone(row)).length;
	}

	told(row: number): Told {
		const knows = KNOWLEDGE[this.knowledge[row]];
		if (knows === 'nothing') return { knows };
		return { knows, values: this.toldValues.get(row) ?? this.listed(row) };
	}

	/** The values of the list that was read last. */
	listed(row: number): PartValues {
		return partsAt(this.rows, row);
	}

	setTold(row: number, told: Told): void {
		this.knowledge[row] = KNOWLEDGE.indexOf(told.knows);
		if (told.knows === 'values') this.refused.delete(row);
		if (told.knows === 'nothing' || isSameParts(told.values, this.listed(row)))
			this.toldValues.delete(row);
		else this.toldValues.set(row, told.values);
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
		this.refused.add(row);
	}

	isRefused(row: number): boolean {
		return this.refused.has(row);
	}

	copy(): Table {
		const { rows, literals, knowledge, toldValues, refused } = this;
		const copy = new Table(
			rows,
			literals,
			knowledge.slice(),
			new Map(toldValues),
			new Set(refused),
		);
		copy.columns = this.columns ??= storeRows(rows);
		return copy;
	}

	toStore(): StoredTable {
		const texts = [...this.literals.values()].filter((text) => text.length <= MAX_LENGTH);
		const isAllTold = this.knowledge.every((code) => code === TOLD_VALUES);
		return {
			count: countOf(this.rows),
			columns: (this.columns ??= storeRows(this.rows)),
			literals: texts.slice(0, MAX_TEXTS),
			knowledge: isAllTold ? '' : base64(this.knowledge),
			toldValues: storeByRow(this.toldValues),
			refused: storeByRow(new Map([...this.refused].map((row) => [row, []]))),
		};
	}
}

/**
 * Reads what `toStore` wrote.
 * @param list with as many parts as the stored one had
 * @throws an error of any kind for anything else
 */
export function readTable(stored: StoredTable, list: WithParts): Table {
	const { count } = stored;
	const width = list.parts.length;
	return new Table(
		readRows(stored.columns, count, list),
		new Map(stored.literals.map((text) => [hashOf(text), text])),
		readKnowledge(stored.knowledge, count),
		readByRow(stored.toldValues, width, count),
		new Set(readByRow(stored.refused, 0, count).keys()),
	);
}
