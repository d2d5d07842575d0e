import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Layout, Rows } from './layout';

/** Rows that have left the list on one day. */
export interface Removed {
	/** Days since 1970. */
	day: number;
	rows: Rows;
}

/** What is remembered of a list, the same for all its events. */
export interface Snapshot {
	/** A row for each record on the list, in its order, oldest first. */
	listed: Rows;
	/** Rows of those that were on it, by the day they left. */
	removed: Removed[];
	/** The texts that rows name by number, from 1 on. */
	words: string[];
	/** Names of the fields beyond those that the interface shows. */
	otherFields: string[];
	/** Whose records they are: the organization that most of them name; empty when none does. */
	owner: string;
}

type StoredRows = [count: number, ...columns: string[]];

/** Whose snapshot it is: of another node, or another account, none can be used. */
export interface Origin {
	/** The watched list. */
	list: string;
	/** The node's id. */
	node: string;
	/** The credential's id. */
	credential: string;
	/** A hash of what the event is told to look for. */
	settings: number;
}

/** A snapshot as n8n stores it: plain JSON. Rows are base64, at most 4 bytes before it a column. */
export interface StoredSnapshot extends Origin {
	version: 1;
	/** When it was made, ms since 1970; later than that of any snapshot of the trigger before it. */
	revision: number;
	owner: string;
	words: string[];
	otherFields: string[];
	listed: StoredRows;
	removed: Array<[day: number, ...rows: StoredRows]>;
}

/** As narrow as the numbers allow: nothing when all are 0, a byte each, or 4. */
function columnText(column: Uint32Array): string {
	let most = 0;
	for (const number of column) if (number > most) most = number;
	if (most === 0) return '';
	const { buffer, byteOffset, byteLength } = most < 256 ? Uint8Array.from(column) : column;
	return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

const storedRows = ({ count, columns }: Rows): StoredRows => [count, ...columns.map(columnText)];

export function storeSnapshot(
	{ owner, words, otherFields, listed, removed }: Snapshot,
	origin: Origin,
	revision: number,
): StoredSnapshot {
	return {
		version: 1,
		revision,
		...origin,
		owner,
		words,
		otherFields,
		listed: storedRows(listed),
		removed: removed.map(({ day, rows }) => [day, ...storedRows(rows)]),
	};
}

function readColumn(text: unknown, count: number): Uint32Array | undefined {
	if (typeof text !== 'string') return undefined;
	if (text === '') return new Uint32Array(count);
	// What is no base64 is skipped by the decoder, so the length tells.
	const bytes = Buffer.from(text, 'base64');
	if (text.length !== Math.ceil(bytes.length / 3) * 4) return undefined;
	if (bytes.length === count) return Uint32Array.from(bytes);
	if (bytes.length !== count * 4) return undefined;
	// A copy, since the bytes may stand at any place of their buffer.
	return new Uint32Array(new Uint8Array(bytes).buffer);
}

function readRows(stored: unknown, layout: Layout): Rows | undefined {
	if (!Array.isArray(stored)) return undefined;
	const [count, ...texts] = stored as unknown[];
	if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) return undefined;
	const columns = texts
		.map((text) => readColumn(text, count))
		.filter((column) => column !== undefined);
	if (texts.length !== layout.columns || columns.length !== layout.columns) return undefined;
	return { count, columns };
}

function readRemoved(stored: unknown, layout: Layout): Removed[] | undefined {
	if (!Array.isArray(stored)) return undefined;
	const removed: Removed[] = [];
	for (const group of stored as unknown[]) {
		if (!Array.isArray(group)) return undefined;
		const [day, ...rest] = group as unknown[];
		const rows = readRows(rest, layout);
		if (!Number.isInteger(day) || rows === undefined) return undefined;
		removed.push({ day: day as number, rows });
	}
	return removed;
}

function readTexts(stored: unknown): string[] | undefined {
	if (!Array.isArray(stored)) return undefined;
	return (stored as unknown[]).every((text) => typeof text === 'string')
		? [...(stored as string[])]
		: undefined;
}

/** Reads what n8n has stored, all of it checked and copied; undefined when it cannot be read. */
export function readSnapshot(
	stored: IDataObject | StoredSnapshot,
	layout: Layout,
): Snapshot | undefined {
	if (!isRecord(stored) || stored.version !== 1) return undefined;
	const [listed, removed] = [readRows(stored.listed, layout), readRemoved(stored.removed, layout)];
	const [words, otherFields] = [readTexts(stored.words), readTexts(stored.otherFields)];
	const { owner } = stored;
	if (!listed || !removed || !words || !otherFields || typeof owner !== 'string') return undefined;
	return { listed, removed, words, otherFields, owner };
}
