import type { IDataObject } from 'n8n-workflow';

import type { Before, WatchedList } from '../../model/event';
import { beforeOf, encode } from './encode';
import { match, type Match } from './match';
import {
	countOf,
	emptyRows,
	isSameRow,
	LISTED,
	partsAt,
	pickRows,
	type PartValues,
	type Rows,
	type Snapshot,
} from './rows';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** A record that is new or has changed, or any record if all are asked for. */
export interface Change {
	/** Its row in the new snapshot. */
	row: number;
	isNew: boolean;
	/** Its earlier state. Undefined for a new or unchanged record. */
	before?: Before;
	/** The compared parts of the earlier state. */
	was?: PartValues;
}

export interface Difference {
	/** Oldest first. */
	changes: Change[];
	snapshot: Snapshot;
	/** The record of each row, without duplicates. */
	records: IDataObject[];
	/** The new row of each known row. Undefined if it is forgotten. */
	movedTo: Array<number | undefined>;
}

interface Comparison {
	/** The last snapshot. Undefined at the start. */
	known?: Snapshot;
	/** Days since 1970. */
	today: number;
	/** Whether to include all records, for example at the start. */
	includeUnchanged?: boolean;
	/** Rows of the last snapshot that do not count any more. */
	forgotten?: readonly number[];
}

/** Notes the highest number of a key. */
function raise<Key>(highest: Map<Key, number>, key: Key, number: number): void {
	highest.set(key, Math.max(highest.get(key) ?? 0, number));
}

/**
 * Numbers the records: those of a known row keep its number, new ones get the next of their identity. That is the next after the
 * highest number on the list, and of the rows whose records have left it: where number 3 has left, a new one gets 4. Only
 * identities of new records are looked at. `record` is an index of the list, `row` one of the known rows.
 */
function numberRecords(
	{ identity }: WatchedList,
	records: IDataObject[],
	{ numbers, identities }: Rows,
	known: Rows,
	{ rowOf, duplicates, isTaken }: Match,
): void {
	rowOf.forEach((row, record) => {
		if (row !== undefined) numbers[record] = known.numbers[row];
	});
	const fresh: number[] = [];
	rowOf.forEach((row, record) => {
		if (row === undefined && !duplicates.has(record)) fresh.push(record);
	});
	if (fresh.length === 0) return;
	const newIdentities = new Set(fresh.map((record) => identities[record]));
	/** The highest number of each identity on the list. */
	const listed = new Map<string, number>();
	rowOf.forEach((row, record) => {
		if (row === undefined || !newIdentities.has(identities[record])) return;
		raise(listed, identity(records[record]), numbers[record]);
	});
	/** The same for records that have left it, by hash, because their identities are not stored. */
	const gone = new Map<number, number>();
	known.identities.forEach((hash, row) => {
		if (!isTaken[row] && newIdentities.has(hash)) raise(gone, hash, known.numbers[row]);
	});
	for (const record of fresh) {
		const name = identity(records[record]);
		numbers[record] = 1 + Math.max(listed.get(name) ?? 0, gone.get(identities[record]) ?? 0);
		listed.set(name, numbers[record]);
	}
}

/** The known rows of records that are not on the list, as long as they are remembered. */
function rowsGone({ leftOn }: Rows, { isTaken }: Match, today: number): number[] {
	const isRemembered = (day: number) => day === LISTED || day > today - REMEMBERED_DAYS;
	const gone: number[] = [];
	isTaken.forEach((taken, row) => {
		if (!taken && isRemembered(leftOn[row])) gone.push(row);
	});
	return gone;
}

/** The difference between a list and its last snapshot. Pure: the result depends only on the arguments. */
export function difference(
	list: WatchedList,
	listed: IDataObject[],
	{ known, today, includeUnchanged = false, forgotten = [] }: Comparison,
): Difference {
	const last = known ?? { rows: emptyRows(list), literals: new Map<number, string>() };
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals } = encode(list, ordered, last);
	const matched = match(list, rows, last.rows, forgotten);
	numberRecords(list, ordered, rows, last.rows, matched);

	const { rowOf, duplicates } = matched;
	/** The records without duplicates. A row of the new snapshot is an index in it. */
	const distinct: number[] = [];
	rowOf.forEach((row, record) => {
		if (row !== undefined || !duplicates.has(record)) distinct.push(record);
	});
	const gone = rowsGone(last.rows, matched, today);
	const next = pickRows(rows, distinct, last.rows, gone);
	for (let row = distinct.length; row < countOf(next); row++) {
		if (next.leftOn[row] === LISTED) next.leftOn[row] = today;
	}
	const movedTo = new Array<number | undefined>(countOf(last.rows)).fill(undefined);
	distinct.forEach((record, row) => {
		const from = rowOf[record];
		if (from !== undefined) movedTo[from] = row;
	});
	gone.forEach((from, index) => {
		movedTo[from] = distinct.length + index;
	});

	const changeOf = (record: number, row: number): Change | undefined => {
		const from = rowOf[record];
		if (from === undefined) {
			// Without a last snapshot, a record is not new: it existed before.
			return known || includeUnchanged ? { row, isNew: true } : undefined;
		}
		if (isSameRow(rows, record, last.rows, from)) {
			return includeUnchanged ? { row, isNew: false } : undefined;
		}
		const was = partsAt(last.rows, from);
		const before = beforeOf(list, ordered[record], was, partsAt(rows, record), literals);
		return { row, isNew: false, before, was };
	};
	const changes: Change[] = [];
	distinct.forEach((record, row) => {
		const change = changeOf(record, row);
		if (change) changes.push(change);
	});
	const records = distinct.map((record) => ordered[record]);
	return { changes, snapshot: { rows: next, literals }, records, movedTo };
}
