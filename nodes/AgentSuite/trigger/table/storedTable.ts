/** A table as n8n stores it. */

import { hashOf } from '../../model/hash';
import { countOf, readRows, storeRows, type PartValues, type Rows, type WithParts } from './rows';
import { Table } from './table';
import { KNOWLEDGE } from './told';

/** Maximum number of texts to store. Others are still compared by hash. */
const MAX_TEXTS = 250;
/** Maximum length of a text to store. */
const MAX_LENGTH = 60;

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

/** The columns of rows, which never change, as they are stored. */
const storedColumns = new WeakMap<Rows, string[]>();

function columnsOf(rows: Rows): string[] {
	const columns = storedColumns.get(rows) ?? storeRows(rows);
	storedColumns.set(rows, columns);
	return columns;
}

export function storeTable({
	content: { rows, literals, knowledge, toldValues, refused },
}: Table): StoredTable {
	const texts = [...literals.values()].filter((text) => text.length <= MAX_LENGTH);
	const isAllTold = knowledge.every((code) => KNOWLEDGE[code] === 'values');
	return {
		count: countOf(rows),
		columns: columnsOf(rows),
		literals: texts.slice(0, MAX_TEXTS),
		knowledge: isAllTold ? '' : base64(knowledge),
		toldValues: storeByRow(toldValues),
		refused: storeByRow(new Map([...refused].map((row) => [row, []]))),
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
		rows: readRows(stored.columns, count, list),
		literals: new Map(stored.literals.map((text) => [hashOf(text), text])),
		knowledge: readKnowledge(stored.knowledge, count),
		toldValues: readByRow(stored.toldValues, list.parts.length, count),
		refused: new Set(readByRow(stored.refused, 0, count).keys()),
	});
}
