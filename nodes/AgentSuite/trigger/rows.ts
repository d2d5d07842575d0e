import type { Part, WatchedList } from '../model/event';

/**
 * What is kept of a list: a row for each record, as columns of 32 bits. First stand those named here, then one for
 * each part. From `IDENTITY` on they are compared.
 */
export type Rows = Uint32Array[];

/** The number of the record among those of its identity, from 1 on. */
export const NUMBER = 0;
/** The day on which it left the list, since 1970; 0 while it is on it. */
export const DAY = 1;
/** A hash of the identity. */
export const IDENTITY = 2;
const FIRST_PART = 3;

/** Another hash of the identity, where nothing else tells records apart: with the first, 64 bits. */
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

/** The rows of one, and behind them those of the other. */
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

/** Different numbers that a byte can tell apart. */
const MAX_NUMBERS = 256;

const textOf = (numbers: Uint8Array | Uint32Array) => bytesOf(numbers).toString('base64');

/**
 * The numbers of a column as base64. Where few of them are different, each is there once, and behind them is a byte
 * for each row that says which; a single one stands for all rows.
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
	// A copy, since the bytes may stand at any place of their buffer.
	const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
	const column = places
		? Uint32Array.from(places, (place) => numbers[place])
		: numbers.length === 1
			? new Uint32Array(count).fill(numbers[0])
			: numbers;
	return column.length === count ? column : undefined;
}

/** What `storeRows` has made; undefined for anything else. */
export function readRows(stored: unknown, list: WatchedList): Rows | undefined {
	if (!Array.isArray(stored)) return undefined;
	const [count, ...texts] = stored as unknown[];
	if (!Number.isInteger(count) || texts.length !== emptyRows(list).length) return undefined;
	const columns = texts.map((text) => readColumn(text, count as number));
	return columns.every((column) => column !== undefined) ? columns : undefined;
}
