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
	/** Its earlier state, and the values of that. Undefined for a new or unchanged record. */
	before?: Before;
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

export interface Comparison {
	/** The last snapshot. Undefined at the start. */
	known?: Snapshot;
	/** Days since 1970. */
	today: number;
	/** Whether to include all records, for example at the start. */
	includeUnchanged?: boolean;
	/** Rows of the last snapshot that do not count any more. */
	forgotten?: readonly number[];
}

/** Numbers the records: matched ones keep their number, new ones get the next of their identity. */
function numberRecords(
	{ identity }: WatchedList,
	records: IDataObject[],
	{ numbers, identities }: Rows,
	known: Rows,
	{ rowOf, duplicates, isTaken }: Match,
): void {
	const isNew = (record: number) => rowOf[record] === undefined && !duplicates.has(record);
	const newIdentities = new Set(identities.filter((_hash, record) => isNew(record)));
	/** The last number of each identity on the list. */
	const listed = new Map<string, number>();
	/** The same for records that have left it, by hash, because their identities are not stored. */
	const gone = new Map<number, number>();
	known.identities.forEach((hash, row) => {
		if (isTaken[row] || !newIdentities.has(hash)) return;
		gone.set(hash, Math.max(gone.get(hash) ?? 0, known.numbers[row]));
	});
	rowOf.forEach((row, record) => {
		if (row === undefined) return;
		numbers[record] = known.numbers[row];
		if (!newIdentities.has(identities[record])) return;
		const name = identity(records[record]);
		listed.set(name, Math.max(listed.get(name) ?? 0, numbers[record]));
	});
	if (newIdentities.size === 0) return;
	records.forEach((record, index) => {
		if (!isNew(index)) return;
		const name = identity(record);
		numbers[index] = 1 + Math.max(listed.get(name) ?? 0, gone.get(identities[index]) ?? 0);
		listed.set(name, numbers[index]);
	});
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

	const { rowOf, duplicates, isTaken } = matched;
	const movedTo = new Array<number | undefined>(countOf(last.rows)).fill(undefined);
	/** The records without duplicates. A row of the new snapshot is an index in it. */
	const distinct: number[] = [];
	const changes: Change[] = [];
	rowOf.forEach((from, record) => {
		if (duplicates.has(record) && from === undefined) return;
		const row = distinct.length;
		distinct.push(record);
		if (from === undefined) {
			if (known || includeUnchanged) changes.push({ row, isNew: true });
			return;
		}
		movedTo[from] = row;
		if (isSameRow(rows, record, last.rows, from)) {
			if (includeUnchanged) changes.push({ row, isNew: false });
			return;
		}
		const was = partsAt(last.rows, from);
		const before = beforeOf(list, ordered[record], was, partsAt(rows, record), literals);
		changes.push({ row, isNew: false, before, was });
	});

	const gone: number[] = [];
	last.rows.leftOn.forEach((day, row) => {
		const isRemembered = day === LISTED || day > today - REMEMBERED_DAYS;
		if (isTaken[row] || !isRemembered) return;
		movedTo[row] = distinct.length + gone.length;
		gone.push(row);
	});
	const next = pickRows(rows, distinct, last.rows, gone);
	for (let row = distinct.length; row < countOf(next); row++) {
		if (next.leftOn[row] === LISTED) next.leftOn[row] = today;
	}
	const records = distinct.map((record) => ordered[record]);
	return { changes, snapshot: { rows: next, literals }, records, movedTo };
}
