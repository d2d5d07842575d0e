import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { beforeOf, encode, unknownBefore } from './encode';
import { follow, type Followed } from './follow';
import { ignoreUndocumented } from './ignoreUndocumented';
import { match } from './match';
import { isSameParts, type PartValues } from './rows';
import { addSuffixes } from './suffixes';
import { Table } from './table';

/** A record of which the workflow has to be told. */
export interface Due {
	/** Its row in the new table. */
	row: number;
	item: IDataObject;
	/** Whether it was due before, and the workflow was perhaps told of it. */
	wasDue: boolean;
	/** Names of the fields that have changed since the workflow was told. Undefined for a new record. */
	changed?: string[];
}

export interface Comparison extends Followed {
	/** Oldest first. */
	due: Due[];
	/** Whether the record of this row has changed since the last list, apart from what is ignored. */
	isEdited(row: number): boolean;
	/** Earlier values of the record of this row, up to date in what is ignored. */
	update(row: number, earlier: PartValues): PartValues;
	/** Number of records that are told without being returned, because the event or its filters have changed. */
	dropped: number;
	/** Names of the undocumented fields of which a change was ignored, because most records had it. */
	ignored: string[];
}

/** What a list is compared with. */
export interface Earlier {
	/** Undefined at the first list. */
	table?: Table;
	/** Whether to return all records once more: if its change does not match the event, each is asked about as a new one. */
	includeTold: boolean;
	/** Whether the event or its filters have changed, so that what waits and does not match any more is told. */
	isOtherScope: boolean;
}

/** A record as its events return it. */
export const eventRecord = ({ output }: WatchedList, record: IDataObject, suffix: number) =>
	output?.(record, suffix) ?? record;

/**
 * Compares a list with what the workflow was told, and asks the event about each record:
 *
 *     the workflow was told   the list has     the event matches      it does not
 *     nothing, is new         a record         due as new             told
 *     nothing                 the record       due as new             waits
 *     values                  the same         (not asked)
 *     values                  others           due as a change        told
 *     perhaps more            others           due as a change, or    waits
 *                                              as a correction
 *     perhaps more            the same         due as a correction    waits
 *
 * A correction says that anything can have changed. What waits is asked about again at the next list. Pure: the result depends
 * only on the arguments, which stay as they are.
 * @param parameters of the event
 * @param listed the records of the service
 * @param today days since 1970
 */
export function compare(
	{ list, emit }: TriggerEvent,
	parameters: unknown,
	listed: IDataObject[],
	today: number,
	{ table: last, includeTold, isOtherScope }: Earlier,
): Comparison {
	const known = last ?? Table.empty(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals } = encode(list, ordered, known);
	const matched = match(list, rows, known.rows);
	addSuffixes(list, ordered, rows, known.rows, matched);
	// At the first list, nothing tells what is new.
	const asNew = last ? 'nothing' : 'values';
	const followed = follow({ rows, literals, ordered }, known, matched, {
		asNew,
		today,
		isOtherScope,
	});
	const { table, records, cameFrom } = followed;
	const { names: ignored, update } = ignoreUndocumented(list, known, followed);
	const isEdited = (row: number): boolean => {
		const from = cameFrom[row];
		return from !== undefined && !isSameParts(table.listed(row), update(row, known.listed(from)));
	};

	const due: Due[] = [];
	let dropped = 0;
	records.forEach((record, row) => {
		if (table.isTold(row) && !includeTold) return;
		const { knows, values } = table.told(row);
		const listed = table.listed(row);
		const wasDue = cameFrom[row] !== undefined && knows !== 'values';
		/** As what to ask about it, until the event matches: what can have changed, or undefined for a new record. */
		const asked: Array<Before | undefined> = [];
		if (knows !== 'nothing') {
			const since = beforeOf(list, record, values, listed, table.literals);
			if (since) asked.push(since);
			if (knows === 'perhapsMore') asked.push(unknownBefore(list, record));
		}
		if (knows === 'nothing' || includeTold) asked.push(undefined);
		for (const before of asked) {
			const item = emit(eventRecord(list, record, table.rows.suffixes[row]), before, parameters);
			if (!item) continue;
			due.push({ row, item, wasDue, changed: before?.changed });
			if (!before) table.setTold(row, { knows: 'nothing', values: listed });
			return;
		}
		// Otherwise it waits.
		if (wasDue && !isOtherScope) return;
		if (wasDue) dropped += 1;
		table.tell(row);
	});
	return { ...followed, due, isEdited, update, dropped, ignored };
}
