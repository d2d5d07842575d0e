import type { IDataObject } from 'n8n-workflow';

import type { Literals } from './encode';
import type { Match } from './match';
import { countOf, isSameRow, LISTED, pickRows, type Rows } from './rows';
import { Table } from './table';
import type { Knowledge } from './told';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** The table of the next list. */
export interface Followed {
	table: Table;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	/** The row of each record in the last table. Undefined for a new one. */
	cameFrom: Array<number | undefined>;
	/** The new row of each row of the last table. Undefined if it is forgotten. */
	movedTo: Array<number | undefined>;
	/** Number of records that are forgotten although the workflow was not told of them. */
	givenUp: number;
}

interface FollowOptions {
	/** What counts as told of a record that is not known. */
	asNew: Knowledge;
	/** Days since 1970. */
	today: number;
	/** Whether the event or its filters have changed. */
	isOtherScope: boolean;
}

/** The known rows of records that are not on the list. */
function rowsGone(
	known: Table,
	{ isTaken }: Match,
	{ today, isOtherScope }: Omit<FollowOptions, 'asNew'>,
) {
	const { leftOn } = known.rows;
	const gone = [...isTaken.keys()].filter((row) => !isTaken[row]);
	const isRecent = (row: number) => leftOn[row] === LISTED || leftOn[row] > today - REMEMBERED_DAYS;
	// Another event is never asked about it as a change, so it is new once more when it is back.
	const isForgotten = (row: number) => isOtherScope && known.told(row).knows === 'nothing';
	const givenUp = gone.filter((row) => !isRecent(row) && !known.isTold(row)).length;
	return { gone: gone.filter((row) => isRecent(row) && !isForgotten(row)), givenUp };
}

/** Moves what the workflow was told to the rows of the next list. */
export function follow(
	{ rows, literals, ordered }: { rows: Rows; literals: Literals; ordered: IDataObject[] },
	known: Table,
	matched: Match,
	{ asNew, today, isOtherScope }: FollowOptions,
): Followed {
	const { rowOf, duplicates } = matched;
	/** The records without duplicates. A row of the next table is an index in it. */
	const distinct: number[] = [];
	rowOf.forEach((row, record) => {
		if (row !== undefined || !duplicates.has(record)) distinct.push(record);
	});
	const { gone, givenUp } = rowsGone(known, matched, { today, isOtherScope });
	const next = pickRows(rows, distinct, known.rows, gone);
	for (let row = distinct.length; row < countOf(next); row++) {
		if (next.leftOn[row] === LISTED) next.leftOn[row] = today;
	}
	const cameFrom = [...distinct.map((record) => rowOf[record]), ...gone];
	const table = new Table(next, literals, new Uint8Array(countOf(next)), new Map(), new Set());
	const movedTo = new Array<number | undefined>(countOf(known.rows)).fill(undefined);
	cameFrom.forEach((from, row) => {
		if (from === undefined) {
			if (asNew !== 'values') table.setTold(row, { knows: asNew, values: [] });
			return;
		}
		movedTo[from] = row;
		if (known.isTold(from) && isSameRow(next, row, known.rows, from)) return;
		table.setTold(row, known.told(from));
		table.setRefused(row, known.isRefused(from));
	});
	const records = distinct.map((record) => ordered[record]);
	return { table, records, cameFrom, movedTo, givenUp };
}
