import type { WatchedList } from '../../model/event';

/**
 * A stored list: one row per record, in columns of 32 bits. The columns named here come first, then one per part.
 * Columns from `IDENTITY` on are compared. Rows of records that have left the list come last.
 */
export type Rows = Uint32Array[];

/**
 * Columns: the number of the record among those with the same identity, from 1, the day it left the list, since 1970, or
 * 0 while it is listed, a hash of the identity, and the first part.
 */
export const [NUMBER, DAY, IDENTITY, FIRST_PART] = [0, 1, 2, 3];

export const countOf = (rows: Rows): number => rows[IDENTITY].length;

/** The compared parts of a row, in the order of the list's parts. */
export type PartValues = readonly number[];

export const partsAt = (rows: Rows, row: number): PartValues =>
	rows.slice(FIRST_PART).map((column) => column[row]);

export const isSameParts = (left: PartValues, right: PartValues | undefined): boolean =>
	right !== undefined && left.every((value, part) => value === right[part]);

/** Whether two rows have the same identity and parts. */
export function isSameRow(left: Rows, one: number, right: Rows, other: number): boolean {
	for (let column = IDENTITY; column < left.length; column++)
		if (left[column][one] !== right[column][other]) return false;
	return true;
}

/** Number of rows whose records are on the list. */
export const listedIn = (rows: Rows): number => rows[DAY].lastIndexOf(0) + 1;

export const emptyRows = (list: WatchedList, count = 0): Rows =>
	Array.from({ length: FIRST_PART + list.parts.length }, () => new Uint32Array(count));

/** The remembered state of a list, the same for all its events. */
export interface Snapshot {
	/** A row for each record on the list, oldest first, then rows of records that have left it. */
	rows: Rows;
	/** The texts of parts that are kept, by hash. */
	literals: Map<number, string>;
}

/** Some rows of one list, followed by some of another. */
export const pickRows = (first: Rows, kept: number[], second: Rows, gone: number[]): Rows =>
	first.map((column, index) => {
		const picked = new Uint32Array(kept.length + gone.length);
		kept.forEach((row, at) => (picked[at] = column[row]));
		gone.forEach((row, at) => (picked[kept.length + at] = second[index][row]));
		return picked;
	});

export type StoredRows = [count: number, ...columns: string[]];

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array) =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/**
 * Encodes a column as base64. A column with few different numbers is stored as these numbers, followed by one byte
 * per row as an index. The rows at the start that have the first number need no index.
 */
function columnText(column: Uint32Array): string {
	const start = column.findIndex((number) => number !== column[0]);
	const rest = column.subarray(start < 0 ? column.length : start);
	const indexOf = new Map(Array.from(column.subarray(0, 1), (number) => [number, 0]));
	for (const number of rest) {
		if (indexOf.has(number)) continue;
		if (indexOf.size === 256 || indexOf.size * 2 > column.length) return textOf(column);
		indexOf.set(number, indexOf.size);
	}
	const indexes = new Uint8Array(rest.map((number) => indexOf.get(number) ?? 0));
	return `${textOf(Uint32Array.from(indexOf.keys()))} ${textOf(indexes)}`;
}

export const storeRows = (rows: Rows): StoredRows => [rows[0].length, ...rows.map(columnText)];

function readColumn(text: string, count: number): Uint32Array {
	const [bytes, indexes] = text.split(' ').map((part) => Buffer.from(part, 'base64'));
	// A copy, because the bytes can start anywhere in their buffer.
	const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
	if (!indexes && numbers.length !== count) throw new RangeError();
	if (!indexes) return numbers;
	const column = new Uint32Array(count).fill(numbers[0]);
	const rest = new Uint32Array(indexes).map((index) => numbers[index]);
	column.set(rest, count - rest.length);
	return column;
}

/**
 * Reads what `storeRows` wrote.
 * @param columns the expected number of columns
 * @throws an error of any kind for anything else
 */
export const readRows = ([count, ...texts]: StoredRows, columns: number): Rows =>
	Array.from({ length: columns }, (_none, index) => readColumn(texts[index], count));
