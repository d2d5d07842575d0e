import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import { ignoreUndocumented } from './ignoreUndocumented';
import type { Match } from './match';
import {
	countOf,
	isSameParts,
	isSameRow,
	LISTED,
	pickRows,
	type Literals,
	type PartValues,
	type Rows,
} from './rows';
import { Table } from './table';
import { toldWith } from './told';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** What the record of a row was in the last table. */
export interface History {
	/** Whether there was something to tell before this list: it was due, or waited until it matches the event. */
	wasOpen: boolean;
	/** Whether it has changed since the last list, apart from what is ignored. */
	isEdited: boolean;
}

const NEW: History = { wasOpen: false, isEdited: false };

/** What has become of a row of the last table. */
export interface Move {
	row: number;
	/** Brings earlier values of its record up to date in what is ignored. */
	update(earlier: PartValues): PartValues;
}

/** The table of a list, before the event was asked. */
export interface NextTable {
	table: Table;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	/** By row. */
	histories: History[];
	/** Where a row of the last table is now. Undefined if it is forgotten. */
	moveOf(lastRow: number): Move | undefined;
	/** Number of records that have left the list, and are not due any more, because the event or its filters have changed. */
	droppedGone: number;
	/** Number of records that have left the list so long ago that they are forgotten, although the workflow was not told of them. */
	forgotten: number;
	/** Names of the undocumented fields of which a change was ignored, because most records had it. */
	ignored: string[];
}

interface Options {
	/** Whether records without a row are done: at the first list, because nothing tells which are new. */
	allTold: boolean;
	/** Days since 1970. */
	today: number;
	/** Whether the event or its filters have changed. */
	isOtherScope: boolean;
}

/** The rows of the last table to keep although their records have left the list. */
function goneRows(
	last: Table,
	{ isTaken }: Match,
	{ today, isOtherScope }: Options,
): { gone: number[]; forgotten: number; droppedGone: number } {
	const { leftOn } = last.rows;
	const all = [...isTaken.keys()].filter((row) => !isTaken[row]);
	// Days are counted whole, so it is remembered for 30 of them at least.
	const isRecent = (row: number) =>
		leftOn[row] === LISTED || leftOn[row] >= today - REMEMBERED_DAYS;
	// Another event is never asked about it as a change, so it is new once more when it is back.
	const isForOther = (row: number) => isOtherScope && last.told(row).knows === 'nothing';
	return {
		gone: all.filter((row) => isRecent(row) && !isForOther(row)),
		forgotten: all.filter((row) => !isRecent(row) && !last.isDone(row)).length,
		droppedGone: all.filter((row) => isRecent(row) && isForOther(row)).length,
	};
}

/** The rows of the next table, and where they come from. */
interface Layout {
	next: Rows;
	/** The record of each row that has one. These rows come first. */
	distinct: number[];
	/** The row of the last table. Undefined for a new record. */
	cameFrom: Array<number | undefined>;
	/** See `NextTable`. */
	forgotten: number;
	droppedGone: number;
}

function layOut(rows: Rows, last: Table, match: Match, options: Options): Layout {
	const { rowOf, duplicates } = match;
	const distinct = [...rowOf.keys()].filter(
		(record) => rowOf[record] !== undefined || !duplicates.has(record),
	);
	const { gone, ...lost } = goneRows(last, match, options);
	const next = pickRows(rows, distinct, last.rows, gone);
	for (let row = distinct.length; row < countOf(next); row++) {
		if (next.leftOn[row] === LISTED) next.leftOn[row] = options.today;
	}
	return {
		next,
		distinct,
		cameFrom: [...distinct.map((record) => rowOf[record]), ...gone],
		...lost,
	};
}

/** Makes the table of a list, with what the workflow was told of each record so far, and whether it is refused. */
export function nextTable(
	list: WatchedList,
	{ rows, literals, ordered }: { rows: Rows; literals: Literals; ordered: IDataObject[] },
	last: Table,
	match: Match,
	options: Options,
): NextTable {
	const { next, distinct, cameFrom, forgotten, droppedGone } = layOut(rows, last, match, options);
	const records = distinct.map((record) => ordered[record]);
	const ignored = ignoreUndocumented(list, last.rows, next, records, cameFrom);
	// Only what the last list had. A value from before is a change that is due.
	const update = (from: number, row: number, earlier: PartValues): PartValues =>
		earlier.map((value, part) => {
			const isIgnored = part === ignored?.part && value === last.rows.parts[part][from];
			return isIgnored ? next.parts[part][row] : value;
		});

	const table = new Table(next, literals);
	/** Takes over what the workflow was told of the record of a row. */
	const takeOver = (from: number, row: number): History => {
		const wasOpen = !last.isDone(from);
		const isEdited =
			!isSameRow(next, row, last.rows, from) &&
			!isSameParts(table.listed(row), update(from, row, last.listed(from)));
		if (isEdited || wasOpen) {
			const told = toldWith(last.told(from), (values) => update(from, row, values));
			table.setTold(row, told);
		}
		// The latest state of an edited record was never refused.
		if (last.isRefused(from) && !isEdited) table.refuse(row);
		return { wasOpen, isEdited };
	};
	const histories = cameFrom.map((from, row): History => {
		if (from !== undefined) return takeOver(from, row);
		if (!options.allTold) table.setTold(row, { knows: 'nothing' });
		return NEW;
	});

	const movedTo = new Map(cameFrom.map((from, row) => [from, row]));
	const moveOf = (lastRow: number): Move | undefined => {
		const row = movedTo.get(lastRow);
		if (row === undefined) return undefined;
		return { row, update: (earlier) => update(lastRow, row, earlier) };
	};
	return {
		table,
		records,
		histories,
		moveOf,
		forgotten,
		droppedGone,
		ignored: ignored?.names ?? [],
	};
}
