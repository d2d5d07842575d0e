import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../../model/parameterTypes';
import type { TriggerEvent } from '../../model/event';
import type { WatchedList } from '../../model/watchedList';
import { changeOf, correctionOf } from './before';
import { decide, type ReturnAll } from './decide';
import { encode } from './encode';
import { follow, type Moves } from './follow';
import { match } from './match';
import { countOf } from './rows';
import { addSuffixes } from './suffixes';
import { Table, type Open } from './table';

/** A record of which the workflow has to be told. */
export interface Due {
	/** Its row in the new table. */
	row: number;
	item: IDataObject;
	/** See `Known`. */
	isUntried: boolean;
	/** Names of the fields that have changed since the workflow was told. Undefined for a new record. */
	changed?: string[];
}

/** What a list is compared with. */
export interface Earlier {
	/** Undefined at the first list. */
	table?: Table;
	returnAll?: ReturnAll;
	/** Whether the event or its filters have changed, so that nothing waits until it matches the event. */
	isOtherScope: boolean;
}

export interface Comparison extends Moves {
	/** What the workflow was told of each record of the list. */
	table: Table;
	/** The record of each row, without duplicates, oldest first. Rows of records that have left the list follow. */
	records: IDataObject[];
	/** Oldest first. */
	due: Due[];
	isOtherScope: boolean;
	/** Number of records that are not due any more, because they do not match. Also of those in an execution, which can still succeed. */
	dropped: number;
	/** Number of records that have left the list so long ago that they are forgotten, although the workflow was not told of them. */
	forgotten: number;
	/** Names of the undocumented fields of which a change was ignored, because most records had it. */
	ignored: string[];
}

/** The record as the events of its list return it. */
export const eventRecord = ({ withKey }: WatchedList, record: IDataObject, suffix: number) =>
	withKey?.(record, suffix) ?? record;

/**
 * Compares a list with what the workflow was told, and asks the event about each record. Pure: the result depends only on the
 * arguments, which stay as they are.
 * @param parameters of the event
 * @param listed the records of the service
 * @param today days since 1970
 */
export function compare(
	{ list, emit }: TriggerEvent,
	parameters: ReadParameters,
	listed: IDataObject[],
	today: number,
	earlier: Earlier,
): Comparison {
	const { returnAll, isOtherScope } = earlier;
	const last = earlier.table ?? Table.empty(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows: encoded, literals } = encode(list, ordered, last);
	const matched = match(list, encoded, last.rows);
	addSuffixes(list, ordered, encoded, last.rows, matched);
	// At a first list, nothing tells which records are new.
	const isNewTold = earlier.table === undefined && returnAll === undefined;
	const { rows, records, known, isDoneAsBefore, ...followed } = follow(
		list,
		{ rows: encoded, ordered },
		last,
		matched,
		{ today, isOtherScope, isNewTold },
	);

	const due: Due[] = [];
	const open: Array<[number, Open]> = [];
	let { dropped } = followed;
	for (let row = 0; row < records.length; row++) {
		if (isDoneAsBefore(row) && !returnAll) continue;
		const [record, before] = [records[row], known(row)];
		const { told, listed: is, isUntried, isRefused } = before;
		const was = told.knows === 'nothing' ? is : told.values;
		const decision = decide(
			before,
			{
				change: changeOf(list, record, was, is, literals),
				correction: () => correctionOf(list, record),
				emit: (state) => emit(eventRecord(list, record, rows.suffixes[row]), state, parameters),
			},
			{ returnAll, isOtherScope, isAlert: list.alerts === true },
		);
		if (decision.outcome === 'due') {
			const { item, changed } = decision;
			due.push({ row, item, isUntried, changed });
			open.push([row, { told: decision.told, isRefused }]);
		}
		if (decision.outcome === 'waits') open.push([row, before]);
		if (decision.outcome === 'dropped') dropped += 1;
	}
	// What has left the list stays as it was.
	for (let row = records.length; row < countOf(rows); row++) open.push([row, known(row)]);
	const table = new Table(rows, literals, open);
	return { ...followed, table, records, due, isOtherScope, dropped };
}
