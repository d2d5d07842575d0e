/** A table as n8n stores it. */

import { hashOf } from '../../records/hash';
import { readByRow, storeByRow, storeNumbers } from './base64';
import {
	countOf,
	isSameParts,
	partsAt,
	readRows,
	storeRows,
	type PartValues,
	type Rows,
	type StoredRows,
	type WithParts,
} from './rows';
import { Table, type Open } from './table';
import { KNOWLEDGE } from './told';

/** A table as n8n stores it: plain JSON. It contains no personal data except some statuses. */
export interface StoredTable extends StoredRows {
	/** Texts that are compared by their hash. */
	literals: string[];
	/** One byte a row, as base64: 0 if it is done, or else what is known of it (`byteOf`). Empty if all are done. */
	open: string;
	/** By row, as base64: the told values, where they are not the listed ones. */
	toldValues: string;
}

/** A byte has a place in `KNOWLEDGE`, counted from 1. If it is tried, it is so many more, and as many times more as it was refused. */
const PLACES = 4;
/** More are not told apart. */
const MAX_REFUSALS = 62;

function byteOf({ told, isTried, refusals }: Open): number {
	const tries = isTried ? 1 + Math.min(refusals, MAX_REFUSALS) : 0;
	return KNOWLEDGE.indexOf(told.knows) + 1 + PLACES * tries;
}

/** Rows never change, so they are encoded once. */
const encodedRows = new WeakMap<Rows, StoredRows>();

function storeOnce(rows: Rows): StoredRows {
	const stored = encodedRows.get(rows) ?? storeRows(rows);
	encodedRows.set(rows, stored);
	return stored;
}

export function storeTable(table: Table): StoredTable {
	const toldValues: Array<[number, PartValues]> = [];
	for (const [row, { told }] of table.open) {
		const isOther = told.knows !== 'nothing' && !isSameParts(told.values, table.listed(row));
		if (isOther) toldValues.push([row, told.values]);
	}
	return {
		...storeOnce(table.rows),
		literals: [...table.literals.values()],
		open: storeOpen(table),
		toldValues: storeByRow(toldValues),
	};
}

function storeOpen({ open, rows }: Table): string {
	if (open.size === 0) return '';
	const bytes = new Uint8Array(countOf(rows));
	for (const [row, known] of open) bytes[row] = byteOf(known);
	return storeNumbers(bytes);
}

/** Reads what `storeOpen` wrote. @throws {RangeError} for anything else */
function readOpen(text: string, count: number): Uint8Array {
	const bytes = Buffer.from(text, 'base64');
	const isValid = (byte: number) => byte === 0 || byte % PLACES > 0;
	if (![0, count].includes(bytes.length) || !bytes.every(isValid))
		throw new RangeError('What the workflow was told cannot be read');
	return bytes;
}

/**
 * Reads what `storeTable` wrote.
 * @param list with as many parts as the stored one had
 * @throws an error of any kind for anything else
 */
export function readTable(stored: StoredTable, list: WithParts): Table {
	const rows = readRows(stored, list);
	const literals = new Map(stored.literals.map((text) => [hashOf(text), text]));
	const toldValues = readByRow(stored.toldValues, list.parts.length, stored.count);
	const open: Array<[number, Open]> = [];
	readOpen(stored.open, stored.count).forEach((byte, row) => {
		if (byte === 0) return;
		const knows = KNOWLEDGE[(byte % PLACES) - 1];
		const values = toldValues.get(row) ?? partsAt(rows, row);
		const told = knows === 'nothing' ? { knows } : { knows, values };
		const tries = Math.floor(byte / PLACES);
		open.push([row, { told, isTried: tries > 0, refusals: Math.max(0, tries - 1) }]);
	});
	return new Table(rows, literals, open);
}
