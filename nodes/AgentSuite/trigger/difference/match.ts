import type { WatchedList } from '../../model/event';
import { countOf, FIRST_PART, IDENTITY, isSameRow, listedIn, NUMBER, type Rows } from './rows';

/** A record without a known row, and one that is listed twice, with only one known row. */
export const [NEW, DUPLICATE] = [-1, -2];

const keyOf = (rows: Rows, row: number, columns: number[]) =>
	columns.reduce((key, column) => `${key} ${rows[column][row]}`, String(rows[IDENTITY][row]));

/**
 * Finds the known row of each record of a new list. Unchanged records at the same place, counted from the start or
 * from the end, are matched first. The rest is paired one to one, from the surest kind of match to the weakest. So two leads of
 * one conversation stay two, and only records beyond the known ones are new. Records whose identities share a hash
 * are matched the same way, so collisions are harmless. Matched records keep their number.
 * @param forgotten known rows that match no record
 * @returns the known row of each record, `NEW`, or `DUPLICATE`, and 1 for each known row with a record or forgotten
 */
export function match(list: WatchedList, records: Rows, known: Rows, forgotten: readonly number[]) {
	const [count, listed] = [countOf(records), listedIn(known)];
	const rowOf = new Int32Array(count).fill(NEW);
	const taken = new Uint8Array(countOf(known));
	for (const row of forgotten) taken[row] = 1;
	const parts = list.parts.map((_part, index) => FIRST_PART + index);
	const contacts = parts.filter((column) => list.parts[column - FIRST_PART].contact);
	const take = (record: number, row: number) => {
		rowOf[record] = row;
		taken[row] = 1;
		records[NUMBER][record] = known[NUMBER][row];
	};

	for (const shift of [0, listed - count]) {
		for (let record = Math.max(0, -shift); record < Math.min(count, listed - shift); record++) {
			const row = record + shift;
			const isOpen = rowOf[record] === NEW && taken[row] === 0;
			if (isOpen && isSameRow(records, record, known, row)) take(record, row);
		}
	}

	let open: number[] = [];
	rowOf.forEach((row, record) => row === NEW && open.push(record));
	/** Pairs by these columns with known rows up to `end`. Two records without a contact do not share one. */
	const pair = (columns: number[], end: number, areContacts: boolean) => {
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
			if (areContacts && columns.every((column) => records[column][record] === 0)) continue;
			const row = waiting.get(keyOf(records, record, columns))?.pop();
			if (row === undefined || (row >= listed && rowOf[record] === DUPLICATE)) continue;
			take(record, row);
		}
		open = open.filter((record) => rowOf[record] < 0);
	};
	// Rows that have left the list are only recognized by a sure match.
	pair(parts, taken.length, false);
	// A record is a duplicate if it is equal to a matched one, or to an earlier open one.
	const near = new Set(open.map((record) => records[IDENTITY][record]));
	const contents = new Set<string>();
	const contentOf = (record: number) => keyOf(records, record, parts);
	rowOf.forEach((row, record) => {
		if (row !== NEW && near.has(records[IDENTITY][record])) contents.add(contentOf(record));
	});
	for (const record of open) {
		if (contents.has(contentOf(record))) rowOf[record] = DUPLICATE;
		contents.add(contentOf(record));
	}
	// An edit can make two records equal. So a duplicate can take the row of a listed record, but only if no other does.
	open.sort((left, right) => rowOf[right] - rowOf[left]);
	pair(contacts, taken.length, true);
	for (const contact of contacts) pair([contact], listed, true);
	// Where a part compares the identity too, one hash of it is not enough.
	if (list.parts.every(({ text }) => text !== list.identity)) pair([], listed, false);
	return { rowOf, taken };
}
