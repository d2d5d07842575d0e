import { murmur3Numbers } from './hash';
import { identityOf, isSameRow, type Layout, type Rows } from './layout';

/** By what a record was known again, for the log. */
export type Sign = 'place' | 'unchanged' | 'contacts' | 'contact' | 'identity';

/** A record that is none of the known rows. */
export const NEW = -1;

/** Which known row each record is. */
export interface Matches {
	/** The known row; `NEW`; or, below that, that it is listed twice: -2 minus the record that it is, too. */
	rowOf: Int32Array;
	/** For those not matched at their place. */
	signs: Map<number, Sign>;
	/** Whether a known row is one of the records, or listed twice. */
	taken: Uint8Array;
}

const twinOf = (record: number) => -2 - record;

/** The record that another listed twice is, too; undefined for all others. */
export const originalOf = (row: number) => (row < NEW ? -2 - row : undefined);

/** Identity and some columns of a row as a key; undefined when those are all empty and `orEmpty` is not set. */
function keyOf(rows: Rows, row: number, columns: number[], layout: Layout, orEmpty: boolean) {
	const numbers = columns.map((column) => rows.columns[column][row]);
	if (!orEmpty && numbers.every((number) => number === 0)) return undefined;
	for (const column of layout.identity) numbers.push(rows.columns[column][row]);
	return murmur3Numbers(numbers);
}

/** Of the open rows those that say the very same as another row, and which one that is. */
function findTwins(
	rows: Rows,
	end: number,
	open: number[],
	all: number[],
	layout: Layout,
): Map<number, number> {
	const twins = new Map<number, number>();
	if (open.length === 0) return twins;
	const near = new Set(open.map((row) => identityOf(rows, row, layout)));
	const isOpen = new Set(open);
	const originals = new Map<number | undefined, number>();
	for (let row = 0; row < end; row++) {
		if (!near.has(identityOf(rows, row, layout)) || isOpen.has(row)) continue;
		originals.set(keyOf(rows, row, all, layout, true), row);
	}
	for (const row of open) {
		const key = keyOf(rows, row, all, layout, true);
		const original = originals.get(key);
		if (original === undefined) originals.set(key, row);
		else twins.set(row, original);
	}
	return twins;
}

/**
 * Finds which of the known rows each record of a new list is. First what stands at the same place unchanged,
 * counted from the beginning or from the end. All that is left is paired like two multisets, from the surest sign
 * to the weakest: two leads of one conversation are two, and only those beyond what is known are new. This makes
 * collisions of identities harmless, too: two that share a hash are matched as if they were one conversation.
 * @param listed how many of the known rows were on the last list; the others had left it
 */
export function match(records: Rows, known: Rows, listed: number, layout: Layout): Matches {
	const rowOf = new Int32Array(records.count).fill(NEW);
	const taken = new Uint8Array(known.count);
	const signs = new Map<number, Sign>();
	for (const shift of new Set([0, listed - records.count])) {
		const end = Math.min(records.count, listed - shift);
		for (let record = Math.max(0, -shift); record < end; record++) {
			const row = record + shift;
			if (rowOf[record] !== NEW || taken[row] === 1) continue;
			if (!isSameRow(records, record, known, row, layout.compared)) continue;
			rowOf[record] = row;
			taken[row] = 1;
		}
	}

	const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
	const all = numbers(layout.compared).slice(layout.identity.length);
	let open: number[] = [];
	for (let record = 0; record < records.count; record++)
		if (rowOf[record] === NEW) open.push(record);
	let left: number[] = [];
	for (let row = 0; row < known.count; row++) if (taken[row] === 0) left.push(row);

	for (const [record, original] of findTwins(records, records.count, open, all, layout)) {
		rowOf[record] = twinOf(original);
	}
	open = open.filter((record) => rowOf[record] === NEW);
	const leftListed = left.filter((row) => row < listed);
	for (const [row] of findTwins(known, listed, leftListed, all, layout)) taken[row] = 1;

	const pair = (sign: Sign, columns: number[], from: number, to: number) => {
		left = left.filter((row) => taken[row] === 0);
		const orEmpty = sign === 'unchanged' || sign === 'identity';
		const waiting = new Map<number, number[]>();
		// Backwards, so that the first of several is taken first.
		for (let index = left.length - 1; index >= 0; index--) {
			const row = left[index];
			if (row < from || row >= to) continue;
			const key = keyOf(known, row, columns, layout, orEmpty);
			if (key === undefined) continue;
			const rows = waiting.get(key);
			if (rows) rows.push(row);
			else waiting.set(key, [row]);
		}
		if (waiting.size === 0) return;
		open = open.filter((record) => {
			const key = keyOf(records, record, columns, layout, orEmpty);
			const row = key === undefined ? undefined : waiting.get(key)?.pop();
			if (row === undefined) return true;
			rowOf[record] = row;
			taken[row] = 1;
			signs.set(record, sign);
			return false;
		});
	};
	const { contacts } = layout;
	// What has left the list is only known again by a sure sign.
	for (const [from, to] of [
		[0, listed],
		[listed, known.count],
	])
		pair('unchanged', all, from, to);
	if (contacts.length > 0) {
		for (const [from, to] of [
			[0, listed],
			[listed, known.count],
		])
			pair('contacts', contacts, from, to);
	}
	for (const contact of contacts) pair('contact', [contact], 0, listed);
	pair('identity', [], 0, layout.identity.length > 1 ? known.count : listed);
	return { rowOf, signs, taken };
}
