/** A table as n8n stores it. */

import { hashOf } from '../../model/hash';
import { readByRow, storeByRow, storeNumbers } from './base64';
import { readRows, storeRows, type Rows, type StoredRows, type WithParts } from './rows';
import { Table } from './table';
import { KNOWLEDGE } from './told';

/** A table as n8n stores it: plain JSON. It contains no personal data except some statuses. */
export interface StoredTable extends StoredRows {
	/** Texts that are compared by their hash. */
	literals: string[];
	/** One byte a row, as base64. Empty if all rows are told values. */
	knowledge: string;
	/** The told values that differ from the listed ones, as base64. */
	toldValues: string;
	/** The rows that the destination refuses, as base64. */
	refused: string;
}

function readKnowledge(text: string, count: number): Uint8Array {
	const knowledge =
		text === '' ? new Uint8Array(count) : new Uint8Array(Buffer.from(text, 'base64'));
	if (knowledge.length !== count || knowledge.some((code) => code >= KNOWLEDGE.length))
		throw new RangeError('What the workflow was told cannot be read');
	return knowledge;
}

/** Rows never change, so they are encoded once. */
const encodedRows = new WeakMap<Rows, StoredRows>();

function storeOnce(rows: Rows): StoredRows {
	const stored = encodedRows.get(rows) ?? storeRows(rows);
	encodedRows.set(rows, stored);
	return stored;
}

export function storeTable({
	content: { rows, literals, knowledge, toldValues, refused },
}: Table): StoredTable {
	const isAllTold = knowledge.every((code) => KNOWLEDGE[code] === 'values');
	return {
		...storeOnce(rows),
		literals: [...literals.values()],
		knowledge: isAllTold ? '' : storeNumbers(knowledge),
		toldValues: storeByRow(toldValues),
		refused: storeByRow([...refused].map((row) => [row, []])),
	};
}

/**
 * Reads what `storeTable` wrote.
 * @param list with as many parts as the stored one had
 * @throws an error of any kind for anything else
 */
export function readTable(stored: StoredTable, list: WithParts): Table {
	const { count } = stored;
	return new Table({
		rows: readRows(stored, list),
		literals: new Map(stored.literals.map((text) => [hashOf(text), text])),
		knowledge: readKnowledge(stored.knowledge, count),
		toldValues: readByRow(stored.toldValues, list.parts.length, count),
		refused: new Set(readByRow(stored.refused, 0, count).keys()),
	});
}
