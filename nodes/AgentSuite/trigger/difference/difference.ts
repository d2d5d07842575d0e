import type { IDataObject } from 'n8n-workflow';

import type { Before, WatchedList } from '../../model/event';
import { beforeOf, encode } from './encode';
import { match, type Match } from './match';
import { numberRecords } from './numbers';
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
	current: IDataObject[],
	{ known, today, includeUnchanged = false, forgotten = [] }: Comparison,
): Difference {
	const last = known ?? { rows: emptyRows(list), literals: new Map<number, string>() };
	const ordered = list.newestFirst ? [...current].reverse() : current;
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

	/** New, unchanged, or changed. At the start, nobody knows: all count as new if all are asked for, otherwise none does. */
	const changeOf = (record: number, row: number): Change | undefined => {
		const from = rowOf[record];
		if (from === undefined) return known || includeUnchanged ? { row, isNew: true } : undefined;
		if (isSameRow(rows, record, last.rows, from))
			return includeUnchanged ? { row, isNew: false } : undefined;
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
