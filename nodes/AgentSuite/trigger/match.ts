import type { WatchedList } from '../model/event';
import { countOf, IDENTITY, partsOf, type Rows } from './rows';

/** By what a record was known again, for the log. */
export type Sign = 'unchanged' | 'contacts' | 'contact' | 'identity';

/** A record that is none of the known rows. */
export const NEW = -1;
/** A record that says the very same as another one: it is listed twice. */
export const TWIN = -2;

/** Which known row each record is. */
export interface Matches {
	/** The known row, `NEW`, or `TWIN`. */
	rowOf: Int32Array;
	/** For those matched, but not at their place. */
	signs: Map<number, Sign>;
	/** Whether a known row is one of the records. */
	taken: Uint8Array;
}

/** Identity and some parts of a row. */
const keyOf = (rows: Rows, row: number, parts: number[]) =>
	parts.reduce((key, part) => `${key} ${rows[part][row]}`, String(rows[IDENTITY][row]));

function isSame(left: Rows, at: number, right: Rows, row: number): boolean {
	for (let column = IDENTITY; column < left.length; column++) {
		if (left[column][at] !== right[column][row]) return false;
	}
	return true;
}

/** The records by number that have no row yet, but say the very same as one that has, or as another before them. */
function twinsAmong(open: number[], records: Rows, rowOf: Int32Array, parts: number[]) {
	const near = new Set(open.map((record) => records[IDENTITY][record]));
	const said = new Set<string>();
	const isFirst = (record: number) => said.size < said.add(keyOf(records, record, parts)).size;
	rowOf.forEach((row, record) => {
		if (row !== NEW && near.has(records[IDENTITY][record])) isFirst(record);
	});
	return open.filter((record) => !isFirst(record));
}

/**
 * Finds which of the known rows each record of a new list is. First what stands at the same place unchanged,
 * counted from the beginning or from the end. All that is left is paired like two multisets, from the surest sign
 * to the weakest: two leads of one conversation are two, and only those beyond what is known are new. This makes
 * collisions of identities harmless, too: two that share a hash are matched as if they were one conversation.
 * @param known rows on the last list, and behind them those that had left it
 * @param listed how many of them were on the last list
 */
export function match(list: WatchedList, records: Rows, known: Rows, listed: number): Matches {
	const count = countOf(records);
	const rowOf = new Int32Array(count).fill(NEW);
	const taken = new Uint8Array(countOf(known));
	const signs = new Map<number, Sign>();
	const all = partsOf(list);
	const parts = all.map(({ column }) => column);
	const contacts = all.flatMap(({ part, column }) =>
		'contact' in part && part.contact ? [column] : [],
	);
	const take = (record: number, row: number) => {
		rowOf[record] = row;
		taken[row] = 1;
	};

	for (const shift of [0, listed - count]) {
		const end = Math.min(count, listed - shift);
		for (let record = Math.max(0, -shift); record < end; record++) {
			const row = record + shift;
			if (rowOf[record] !== NEW || taken[row] === 1) continue;
			if (isSame(records, record, known, row)) take(record, row);
		}
	}

	let open: number[] = [];
	rowOf.forEach((row, record) => row === NEW && open.push(record));
	const pair = (sign: Sign, columns: number[], end: number) => {
		if (open.length === 0) return;
		const waiting = new Map<string, number[]>();
		// Backwards, so that the first of several is taken first.
		for (let row = end - 1; row >= 0; row--) {
			if (taken[row] === 1) continue;
			const key = keyOf(known, row, columns);
			const rows = waiting.get(key);
			if (rows) rows.push(row);
			else waiting.set(key, [row]);
		}
		for (const record of open) {
			// Two that have no contact have none in common.
			const isEmpty = columns.every((column) => records[column][record] === 0);
			if (isEmpty && sign.startsWith('contact')) continue;
			const row = waiting.get(keyOf(records, record, columns))?.pop();
			if (row === undefined) continue;
			take(record, row);
			signs.set(record, sign);
		}
		open = open.filter((record) => rowOf[record] === NEW);
	};
	// What has left the list is only known again by a sure sign.
	pair('unchanged', parts, taken.length);
	for (const twin of twinsAmong(open, records, rowOf, parts)) rowOf[twin] = TWIN;
	open = open.filter((record) => rowOf[record] === NEW);
	pair('contacts', contacts, taken.length);
	for (const contact of contacts) pair('contact', [contact], listed);
	// Where the identity is all there is, half of its bits are no sign.
	if (!list.unique) pair('identity', [], listed);
	return { rowOf, signs, taken };
}
