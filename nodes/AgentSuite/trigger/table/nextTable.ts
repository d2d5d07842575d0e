import type { IDataObject } from 'n8n-workflow';

import type { Match } from './match';
import { countOf, isSameRow, LISTED, pickRows, type Rows, type Literals } from './rows';
import { Table } from './table';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** The table of a list, before the event was asked. */
export interface NextTable {
	table: Table;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	/** The row of each record in the last table. Undefined for a new one. */
	cameFrom: Array<number | undefined>;
	/** The new row of each row of the last table. Undefined if it is forgotten. */
	movedTo: Array<number | undefined>;
	/** Number of records that have left the list so long ago that they are forgotten, although the workflow was not told of them. */
	forgotten: number;
}

interface Options {
	/** Whether it is the first list. Then nothing tells which records are new, so all count as told. */
	isFirst: boolean;
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
): { gone: number[]; forgotten: number } {
	const { leftOn } = last.rows;
	const all = [...isTaken.keys()].filter((row) => !isTaken[row]);
	const isRecent = (row: number) => leftOn[row] === LISTED || leftOn[row] > today - REMEMBERED_DAYS;
	// Another event is never asked about it as a change, so it is new once more when it is back.
	const isForOther = (row: number) => isOtherScope && last.told(row).knows === 'nothing';
	return {
		gone: all.filter((row) => isRecent(row) && !isForOther(row)),
		forgotten: all.filter((row) => !isRecent(row) && !last.isTold(row)).length,
	};
}

/** Makes the table of a list, with what the workflow was told of each record so far. */
export function nextTable(
	{ rows, literals, ordered }: { rows: Rows; literals: Literals; ordered: IDataObject[] },
	last: Table,
	match: Match,
	options: Options,
): NextTable {
	const { rowOf, duplicates } = match;
	/** The records without duplicates. A row of the next table is an index in it. */
	const distinct: number[] = [];
	rowOf.forEach((row, record) => {
		if (row !== undefined || !duplicates.has(record)) distinct.push(record);
	});
	const { gone, forgotten } = goneRows(last, match, options);
	const next = pickRows(rows, distinct, last.rows, gone);
	for (let row = distinct.length; row < countOf(next); row++) {
		if (next.leftOn[row] === LISTED) next.leftOn[row] = options.today;
	}
	const cameFrom = [...distinct.map((record) => rowOf[record]), ...gone];
	const movedTo = new Array<number | undefined>(countOf(last.rows)).fill(undefined);
	const table = new Table(next, literals);
	cameFrom.forEach((from, row) => {
		if (from === undefined) {
			if (!options.isFirst) table.setTold(row, { knows: 'nothing' });
			return;
		}
		movedTo[from] = row;
		if (last.isTold(from) && isSameRow(next, row, last.rows, from)) return;
		table.setTold(row, last.told(from));
	});
	const records = distinct.map((record) => ordered[record]);
	return { table, records, cameFrom, movedTo, forgotten };
}
