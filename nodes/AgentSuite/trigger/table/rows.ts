import { readByRow, readNumbers, storeByRow, storeNumbers } from './base64';

/**
 * The list that was read last: one row per record, in columns of 32 bits. Rows of records that have left the list come last. A
 * row is named by its index. Its values find the record in the next list. They are also what the workflow was told, unless `Table` says
 * otherwise.
 */
export interface Rows {
	/** What tells the record apart from others with the same identity, see `WatchedList.suffix`. 0: it was the only one. */
	suffixes: Uint32Array;
	/** The day it left the list, since 1970. `LISTED` while it is on the list. */
	leftOn: Uint32Array;
	/** A hash of its identity. */
	identities: Uint32Array;
	/** For each part of the list, a hash of its text, or 0 for an empty text. */
	parts: Uint32Array[];
}

/** Texts of parts that are stored too, by hash. */
export type Literals = ReadonlyMap<number, string>;

/** In place of the day on which a record left the list. No record leaves it on day 0, in 1970. */
export const LISTED = 0;

const columnsOf = ({ suffixes, leftOn, identities, parts }: Rows): Uint32Array[] => [
	suffixes,
	leftOn,
	identities,
	...parts,
];

const rowsOf = ([suffixes, leftOn, identities, ...parts]: Uint32Array[]): Rows => ({
	suffixes,
	leftOn,
	identities,
	parts,
});

/** A watched list, or what is stored of it. */
export interface WithParts {
	parts: readonly unknown[];
}

export const emptyRows = ({ parts }: WithParts, count = 0): Rows => ({
	suffixes: new Uint32Array(count),
	leftOn: new Uint32Array(count),
	identities: new Uint32Array(count),
	parts: parts.map(() => new Uint32Array(count)),
});

export const countOf = ({ identities }: Rows): number => identities.length;

/** Number of rows whose records are on the list. */
export const listedIn = ({ leftOn }: Rows): number => leftOn.lastIndexOf(LISTED) + 1;

/** The compared parts of a record, in the order of the list's parts. */
export type PartValues = readonly number[];

export const partsAt = ({ parts }: Rows, row: number): PartValues =>
	parts.map((column) => column[row]);

export const isSameParts = (left: PartValues, right: PartValues): boolean =>
	left.every((value, part) => value === right[part]);

/** Whether two rows have the same identity and parts. */
export function isSameRow(left: Rows, one: number, right: Rows, other: number): boolean {
	if (left.identities[one] !== right.identities[other]) return false;
	for (let part = 0; part < left.parts.length; part++) {
		if (left.parts[part][one] !== right.parts[part][other]) return false;
	}
	return true;
}

/** Some rows of one list, followed by some of another. */
export function pickRows(first: Rows, kept: number[], second: Rows, gone: number[]): Rows {
	const others = columnsOf(second);
	const picked = columnsOf(first).map((column, index) => {
		const next = new Uint32Array(kept.length + gone.length);
		kept.forEach((row, at) => {
			next[at] = column[row];
		});
		gone.forEach((row, at) => {
			next[kept.length + at] = others[index][row];
		});
		return next;
	});
	return rowsOf(picked);
}

/** Rows as n8n stores them, as base64. */
export interface StoredRows {
	/** Number of rows. */
	count: number;
	/** The identities, and each part: 32 bits a row. */
	columns: string[];
	/** Where they are not 0. */
	suffixes: string;
	leftOn: string;
}

function storeRare(column: Uint32Array): string {
	const rare: Array<[number, number[]]> = [];
	column.forEach((value, row) => {
		if (value !== 0) rare.push([row, [value]]);
	});
	return storeByRow(rare);
}

function readRare(text: string, count: number): Uint32Array {
	const column = new Uint32Array(count);
	for (const [row, [value]] of readByRow(text, 1, count)) column[row] = value;
	return column;
}

export const storeRows = ({ suffixes, leftOn, identities, parts }: Rows): StoredRows => ({
	count: identities.length,
	columns: [identities, ...parts].map(storeNumbers),
	suffixes: storeRare(suffixes),
	leftOn: storeRare(leftOn),
});

/**
 * Reads what `storeRows` wrote for this list.
 * @throws an error of any kind for anything else
 */
export function readRows(stored: StoredRows, list: WithParts): Rows {
	const { count } = stored;
	const [identities, ...parts] = stored.columns.map(readNumbers);
	const isWhole = [identities, ...parts].every((column) => column.length === count);
	if (!isWhole || parts.length !== list.parts.length)
		throw new RangeError('A stored list has another number of rows or columns');
	const suffixes = readRare(stored.suffixes, count);
	return { suffixes, leftOn: readRare(stored.leftOn, count), identities, parts };
}
