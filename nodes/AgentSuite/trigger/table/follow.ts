import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { ignoreUndocumented } from './ignoreUndocumented';
import type { Match } from './match';
import {
	countOf,
	isSameParts,
	isSameRow,
	LISTED,
	partsAt,
	pickRows,
	type PartValues,
	type Rows,
} from './rows';
import type { Table } from './table';
import { toldWith, type Told } from './told';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** Where the rows of the last table are in the next one. */
export interface Moves {
	/** The row of the next table. Undefined if the record is forgotten. */
	rowNow(lastRow: number): number | undefined;
	/** Earlier values of the record of a row of the next table, as if it always had what is ignored. */
	upToDate(row: number, earlier: PartValues): PartValues;
}

/** What is known of the record of a row before the event is asked about it. */
export interface Known {
	told: Told;
	/** What the list has. */
	listed: PartValues;
	/** Whether there was something to tell before this list: it was due, or waited until it matches the event. */
	wasOpen: boolean;
	/**
	 * Whether no execution has had it in this state, as far as is known: it is new, was edited since the last list, or is told its values,
	 * because a start makes that perhaps more. What was due before a restart can have failed, or ended n8n.
	 */
	isUntried: boolean;
	isRefused: boolean;
}

/** The rows of a list, and what is known of each. */
export interface Followed extends Moves {
	rows: Rows;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	known(row: number): Known;
	/** Whether a row is that of the last list, and done, as most are. */
	isDoneAsBefore(row: number): boolean;
	/** Number of records that have left the list, and are not due any more, because the event or its filters have changed. */
	dropped: number;
	/** Number of records that have left the list so long ago that they are forgotten, although the workflow was not told of them. */
	forgotten: number;
	/** Names of the undocumented fields of which a change was ignored, because most records had it. */
	ignored: string[];
}

interface Options {
	/** Days since 1970. */
	today: number;
	/** Whether the event or its filters have changed. */
	isOtherScope: boolean;
	/** Whether the workflow counts as told of new records. */
	isNewTold: boolean;
}

/** The rows of the last table to keep although their records have left the list, and how many others were open. */
function goneRows(last: Table, { isTaken }: Match, { today, isOtherScope }: Options) {
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
		dropped: all.filter((row) => isRecent(row) && isForOther(row)).length,
	};
}

/** Follows each record from its row in the last table to that of the next one. @param listed the records of the list, by row */
export function follow(
	list: WatchedList,
	{ rows: listedRows, ordered }: { rows: Rows; ordered: IDataObject[] },
	last: Table,
	match: Match,
	options: Options,
): Followed {
	const { rowOf, duplicates } = match;
	const { gone, forgotten, dropped } = goneRows(last, match, options);
	const distinct = [...rowOf.keys()].filter(
		(record) => rowOf[record] !== undefined || !duplicates.has(record),
	);
	const rows = pickRows(listedRows, distinct, last.rows, gone);
	for (let row = distinct.length; row < countOf(rows); row++) {
		if (rows.leftOn[row] === LISTED) rows.leftOn[row] = options.today;
	}
	const records = distinct.map((record) => ordered[record]);
	/** The row of the last table. Undefined for a new record. */
	const cameFrom = [...distinct.map((record) => rowOf[record]), ...gone];
	const movedTo = new Map(cameFrom.map((from, row) => [from, row]));
	const ignored = ignoreUndocumented(list, last.rows, rows, records, cameFrom);

	const upToDate = (row: number, earlier: PartValues): PartValues => {
		const from = cameFrom[row];
		if (!ignored || from === undefined) return earlier;
		const { part } = ignored;
		// Only what the last list had. A value from before is a change that is due.
		if (earlier[part] !== last.rows.parts[part][from]) return earlier;
		return earlier.map((value, at) => (at === part ? rows.parts[part][row] : value));
	};
	const known = (row: number): Known => {
		const from = cameFrom[row];
		const listed = partsAt(rows, row);
		if (from === undefined) {
			const told: Told = options.isNewTold
				? { knows: 'values', values: listed }
				: { knows: 'nothing' };
			return { told, listed, wasOpen: false, isUntried: true, isRefused: false };
		}
		const isEdited = !isSameParts(upToDate(row, last.listed(from)), listed);
		const wasOpen = !last.isDone(from);
		const told = toldWith(last.told(from), (values) => upToDate(row, values));
		return {
			told,
			listed,
			wasOpen,
			isUntried: !wasOpen || isEdited || told.knows === 'values',
			// The latest state of an edited record was never refused.
			isRefused: last.isRefused(from) && !isEdited,
		};
	};
	const isDoneAsBefore = (row: number): boolean => {
		const from = cameFrom[row];
		return from !== undefined && last.isDone(from) && isSameRow(rows, row, last.rows, from);
	};
	return {
		rows,
		records,
		known,
		isDoneAsBefore,
		rowNow: (lastRow) => movedTo.get(lastRow),
		upToDate,
		dropped,
		forgotten,
		ignored: ignored?.names ?? [],
	};
}
