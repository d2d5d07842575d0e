import type { Part, WatchedList } from '../model/event';

/**
 * A stored list: one row per record, in columns of 32 bits. The columns named here come first, then one per part.
 * Columns from `IDENTITY` on are compared.
 */
export type Rows = Uint32Array[];

/** Column: the number of the record among those with the same identity, from 1. */
export const NUMBER = 0;
/** Column: the day it left the list, since 1970, or 0 while it is listed. */
export const DAY = 1;
/** Column: a hash of the identity. */
export const IDENTITY = 2;
const FIRST_PART = 3;

/** A second hash of the identity if nothing else tells records apart. Together they have 64 bits. */
const secondHash = { kind: 'identity', name: 'identity', contact: true } as const;

export type RowPart = Part | typeof secondHash;

/** The parts of a list, and their columns. */
export function partsOf({ unique, parts }: WatchedList) {
	const all: RowPart[] = [...(unique ? [secondHash] : []), ...parts];
	return all.map((part, index) => ({ part, column: FIRST_PART + index }));
}

export const countOf = (rows: Rows): number => rows[IDENTITY].length;

export const emptyRows = (list: WatchedList, count = 0): Rows =>
	Array.from({ length: FIRST_PART + partsOf(list).length }, () => new Uint32Array(count));

export function joinRows(first: Rows, second: Rows): Rows {
	if (countOf(second) === 0) return first;
	return first.map((column, index) => {
		const joined = new Uint32Array(column.length + second[index].length);
		joined.set(column);
		joined.set(second[index], column.length);
		return joined;
	});
}

export function pickRows(rows: Rows, isPicked: (row: number) => boolean): Rows {
	const picked: number[] = [];
	for (let row = 0; row < countOf(rows); row++) if (isPicked(row)) picked.push(row);
	return rows.map((column) => Uint32Array.from(picked, (row) => column[row]));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array) =>
	Buffer.from(buffer, byteOffset, byteLength);

export const isSameRows = (left: Rows, right: Rows): boolean =>
	left.every((column, index) => bytesOf(column).equals(bytesOf(right[index])));

/** Rows as n8n stores them. */
export type StoredRows = [count: number, ...columns: string[]];

/** Number of values that fit in a byte. */
const MAX_NUMBERS = 256;

const textOf = (numbers: Uint8Array | Uint32Array) => bytesOf(numbers).toString('base64');

/**
 * Encodes a column as base64. A column with few different numbers is stored as these numbers, followed by one byte
 * per row as an index. A single number applies to all rows.
 */
function columnText(column: Uint32Array): string {
	const places = new Map<number, number>();
	for (const number of column) {
		if (places.has(number)) continue;
		if (places.size === MAX_NUMBERS || places.size * 2 > column.length) return textOf(column);
		places.set(number, places.size);
	}
	const numbers = textOf(Uint32Array.from(places.keys()));
	if (places.size < 2) return numbers;
	return `${numbers} ${textOf(Uint8Array.from(column, (number) => places.get(number) ?? 0))}`;
}

export const storeRows = (rows: Rows): StoredRows => [countOf(rows), ...rows.map(columnText)];

function readColumn(text: unknown, count: number): Uint32Array | undefined {
	if (typeof text !== 'string') return undefined;
	const [bytes, places] = text.split(' ').map((part) => Buffer.from(part, 'base64'));
	if (bytes.length % 4 !== 0) return undefined;
	// A copy, because the bytes can start anywhere in their buffer.
	const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
	const column = places
		? Uint32Array.from(places, (place) => numbers[place])
		: numbers.length === 1
			? new Uint32Array(count).fill(numbers[0])
			: numbers;
	return column.length === count ? column : undefined;
}

/** Reads what `storeRows` wrote. Undefined for anything else. */
export function readRows(stored: unknown, list: WatchedList): Rows | undefined {
	if (!Array.isArray(stored)) return undefined;
	const [count, ...texts] = stored as unknown[];
	if (!Number.isInteger(count) || texts.length !== emptyRows(list).length) return undefined;
	const columns = texts.map((text) => readColumn(text, count as number));
	return columns.every((column) => column !== undefined) ? columns : undefined;
}
