import type { WatchedList } from '../../model/event';
import { countOf, IDENTITY, listedIn, NUMBER, partsOf, type Rows } from './rows';

/** How a record was recognized, for the log. */
export type Sign = 'unchanged' | 'contacts' | 'contact' | 'identity';

/** A record without a known row. */
export const NEW = -1;
/** A record that is listed twice, with only one known row. */
export const TWIN = -2;

/** The known row of each record. */
export interface Matches {
	/** The known row, `NEW`, or `TWIN`. */
	rowOf: Int32Array;
	/** How each record was matched, if not at the same place. */
	signs: Map<number, Sign>;
	/** 1 for each known row that has a record. */
	taken: Uint8Array;
}

/** A key of the identity and some parts of a row. */
const keyOf = (rows: Rows, row: number, columns: number[]) =>
	columns.reduce((key, column) => `${key} ${rows[column][row]}`, String(rows[IDENTITY][row]));

/**
 * Finds the known row of each record of a new list. Unchanged records at the same place, counted from the start or
 * from the end, are matched first. The rest is paired one to one, from the surest sign to the weakest. So two leads of
 * one conversation stay two, and only records beyond the known ones are new. Records whose identities share a hash
 * are matched the same way, so collisions are harmless. Matched records keep their number.
 */
export function match(list: WatchedList, records: Rows, known: Rows): Matches {
	const [count, listed] = [countOf(records), listedIn(known)];
	const rowOf = new Int32Array(count).fill(NEW);
	const taken = new Uint8Array(countOf(known));
	const signs = new Map<number, Sign>();
	const all = partsOf(list);
	const parts = all.map(({ column }) => column);
	const contacts = all.filter(({ part }) => part.contact).map(({ column }) => column);
	const take = (record: number, row: number) => {
		rowOf[record] = row;
		taken[row] = 1;
		records[NUMBER][record] = known[NUMBER][row];
	};

	const compared = [IDENTITY, ...parts];
	const isSame = (record: number, row: number) =>
		compared.every((column) => records[column][record] === known[column][row]);
	for (const shift of [0, listed - count]) {
		for (let record = Math.max(0, -shift); record < Math.min(count, listed - shift); record++) {
			const row = record + shift;
			if (rowOf[record] === NEW && taken[row] === 0 && isSame(record, row)) take(record, row);
		}
	}

	let open: number[] = [];
	rowOf.forEach((row, record) => row === NEW && open.push(record));
	const pair = (sign: Sign, columns: number[], end: number) => {
		if (open.length === 0) return;
		const waiting = new Map<string, number[]>();
		// Backwards, so that `pop` takes the first of several.
		for (let row = end - 1; row >= 0; row--) {
			if (taken[row] === 1) continue;
			const key = keyOf(known, row, columns);
			const rows = waiting.get(key) ?? [];
			rows.push(row);
			waiting.set(key, rows);
		}
		for (const record of open) {
			// Two records without a contact do not share one.
			const isEmpty = columns.every((column) => records[column][record] === 0);
			if (isEmpty && sign.startsWith('contact')) continue;
			const row = waiting.get(keyOf(records, record, columns))?.pop();
			if (row === undefined || (row >= listed && rowOf[record] === TWIN)) continue;
			take(record, row);
			signs.set(record, sign);
		}
		open = open.filter((record) => rowOf[record] < 0);
	};
	// Rows that have left the list are only recognized by a sure sign.
	pair('unchanged', parts, taken.length);
	// A record is a twin if it is equal to a matched one, or to an earlier open one.
	const near = new Set(open.map((record) => records[IDENTITY][record]));
	const said = new Set<string>();
	const isFirst = (record: number) => said.size < said.add(keyOf(records, record, parts)).size;
	rowOf.forEach((row, record) => {
		if (row !== NEW && near.has(records[IDENTITY][record])) isFirst(record);
	});
	for (const record of open) if (!isFirst(record)) rowOf[record] = TWIN;
	// An edit can make two records equal. So a twin can take the row of a listed record, but only if no other does.
	open.sort((left, right) => rowOf[right] - rowOf[left]);
	pair('contacts', contacts, taken.length);
	for (const contact of contacts) pair('contact', [contact], listed);
	// Where identities are unique, this hash is only half of one.
	if (!all.some(({ part }) => part.kind === 'identity')) pair('identity', [], listed);
	return { rowOf, signs, taken };
}
