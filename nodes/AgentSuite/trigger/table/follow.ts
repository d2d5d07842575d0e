import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { ignoreUndocumented } from './ignoreUndocumented';
import type { Match } from './match';
import { countOf, LISTED, pickRows, type PartValues, type Rows } from './rows';

/** Where the rows of the last table are in the next one. */
export interface Moves {
	/** The row of the next table. Undefined if the record is forgotten. */
	rowNow(lastRow: number): number | undefined;
	/** Earlier values of the record of a row of the next table, as if it always had what is ignored. */
	upToDate(row: number, earlier: PartValues): PartValues;
}

/** The rows of the next table. */
export interface Followed extends Moves {
	rows: Rows;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	/** The row of the last table. Undefined for a new record. */
	cameFrom(row: number): number | undefined;
	/** Names of the undocumented fields of the records of which a change was ignored, because most records had one. */
	ignored: string[];
}

/**
 * Follows each record from its row in the last table to that of the next one.
 * @param listed the records of the list, and their rows
 * @param gone the rows of the last table that are kept, although their records have left the list
 * @param today days since 1970
 */
export function follow(
	list: WatchedList,
	listed: { rows: Rows; records: IDataObject[] },
	last: Rows,
	{ rowOf, duplicates }: Match,
	gone: number[],
	today: number,
): Followed {
	const distinct = [...rowOf.keys()].filter(
		(record) => rowOf[record] !== undefined || !duplicates.has(record),
	);
	const rows = pickRows(listed.rows, distinct, last, gone);
	for (let row = distinct.length; row < countOf(rows); row++) {
		if (rows.leftOn[row] === LISTED) rows.leftOn[row] = today;
	}
	const records = distinct.map((record) => listed.records[record]);
	const cameFrom = [...distinct.map((record) => rowOf[record]), ...gone];
	const movedTo = new Map(cameFrom.map((from, row) => [from, row]));
	const ignored = ignoreUndocumented(list, last, rows, records, cameFrom);
	return {
		rows,
		records,
		cameFrom: (row) => cameFrom[row],
		rowNow: (lastRow) => movedTo.get(lastRow),
		upToDate: (row, earlier) => {
			const from = cameFrom[row];
			if (!ignored || from === undefined) return earlier;
			const { part } = ignored;
			// Only what the last list had. A value from before is a change that is due.
			if (earlier[part] !== last.parts[part][from]) return earlier;
			return earlier.map((value, at) => (at === part ? rows.parts[part][row] : value));
		},
		ignored: ignored?.names ?? [],
	};
}
