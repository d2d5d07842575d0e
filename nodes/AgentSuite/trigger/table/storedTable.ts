/** A table as n8n stores it. */

import { hashOf } from '../../model/hash';
import { readByRow, storeByRow } from './base64';
import {
	isSameParts,
	readRows,
	storeRows,
	type PartValues,
	type Rows,
	type StoredRows,
	type WithParts,
} from './rows';
import { Table } from './table';
import { KNOWLEDGE, type Told } from './told';

/** A table as n8n stores it: plain JSON. It contains no personal data except some statuses. */
export interface StoredTable extends StoredRows {
	/** Texts that are compared by their hash. */
	literals: string[];
	/** By row, unless it is done, as base64: its index in `KNOWLEDGE`, and 1 if the destination refuses it. */
	open: string;
	/** By row, as base64: the told values, where they are not the listed ones. */
	toldValues: string;
}

/** Rows never change, so they are encoded once. */
const encodedRows = new WeakMap<Rows, StoredRows>();

function storeOnce(rows: Rows): StoredRows {
	const stored = encodedRows.get(rows) ?? storeRows(rows);
	encodedRows.set(rows, stored);
	return stored;
}

export function storeTable(table: Table): StoredTable {
	const open = [...table.open];
	const toldValues = open.flatMap(([row, { told }]): Array<[number, PartValues]> => {
		if (told.knows === 'nothing' || isSameParts(told.values, table.listed(row))) return [];
		return [[row, told.values]];
	});
	return {
		...storeOnce(table.rows),
		literals: [...table.literals.values()],
		open: storeByRow(
			open.map(([row, { told, isRefused }]) => [
				row,
				[KNOWLEDGE.indexOf(told.knows), Number(isRefused)],
			]),
		),
		toldValues: storeByRow(toldValues),
	};
}

/** @param code an index of `KNOWLEDGE` @throws {RangeError} if it is none */
function toldOf(code: number, values: PartValues): Told {
	if (code >= KNOWLEDGE.length) throw new RangeError('What the workflow was told cannot be read');
	const knows = KNOWLEDGE[code];
	return knows === 'nothing' ? { knows } : { knows, values };
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
	const table = new Table(rows, literals);
	for (const [row, [code, isRefused]] of readByRow(stored.open, 2, stored.count)) {
		table.setTold(row, toldOf(code, toldValues.get(row) ?? table.listed(row)));
		if (isRefused) table.refuse(row);
	}
	return table;
}
