import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { changeOf, correctionOf } from './before';
import { encode } from './encode';
import { match } from './match';
import { nextTable, type History, type NextTable } from './nextTable';
import { addSuffixes } from './suffixes';
import { Table } from './table';
import type { Knowledge } from './told';

/** A record of which the workflow has to be told. */
export interface Due extends History {
	/** Its row in the new table. */
	row: number;
	item: IDataObject;
	/** Names of the fields that have changed since the workflow was told. Undefined for a new record. */
	changed?: string[];
}

export interface Comparison extends NextTable {
	/** Whether the event or its filters have changed. */
	isOtherScope: boolean;
	/** Oldest first. */
	due: Due[];
	/**
	 * Number of records that are not due any more, because the event or its filters have changed. Also of those in an execution,
	 * which can still succeed.
	 */
	dropped: number;
}

/** What a list is compared with. */
export interface Earlier {
	/** Undefined at the first list. */
	table?: Table;
	/** Whether to return all records once more: also those told, as new ones if their change does not match the event. */
	includeTold: boolean;
	/** Whether the event or its filters have changed, so that nothing waits until it matches the event. */
	isOtherScope: boolean;
}

/** In place of the earlier state of a record, to ask the event about a new one. */
const AS_NEW = undefined;

/**
 * What becomes of a record that the event does not match. The event is asked about earlier states of it, until it matches one of
 * them. By what the workflow was told of the record:
 *
 *     the workflow was told   the list has     the event is asked about       it does not match
 *     nothing, is new         a record         a new record                   done
 *     nothing                 the record       a new record                   waits
 *     values                  the same         nothing                        done
 *     values                  others           the change                     done
 *     perhaps more            others           the change, a correction       waits
 *     perhaps more            the same         a correction                   waits
 *
 * If the event matches, the record is due. A correction says that anything can have changed. What is done need not be told. What
 * waits is asked about again at the next list. If the event or its filters have changed, nothing waits: what does not match is
 * done, and counts as dropped if it was due.
 */
function withoutMatch(
	knows: Knowledge,
	{ wasOpen }: History,
	isOtherScope: boolean,
): 'done' | 'waits' | 'dropped' {
	if (isOtherScope) return wasOpen ? 'dropped' : 'done';
	return wasOpen && knows !== 'values' ? 'waits' : 'done';
}

/** See the second and third column there. */
function statesToAsk(
	list: WatchedList,
	record: IDataObject,
	table: Table,
	row: number,
): Array<Before | typeof AS_NEW> {
	const told = table.told(row);
	if (told.knows === 'nothing') return [AS_NEW];
	const change = changeOf(list, record, told.values, table.listed(row), table.literals);
	const changes = change ? [change] : [];
	return told.knows === 'values' ? changes : [...changes, correctionOf(list, record)];
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
	parameters: unknown,
	listed: IDataObject[],
	today: number,
	{ table: earlier, includeTold, isOtherScope }: Earlier,
): Comparison {
	const last = earlier ?? Table.empty(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals } = encode(list, ordered, last);
	const matched = match(list, rows, last.rows);
	addSuffixes(list, ordered, rows, last.rows, matched);
	const options = { isFirst: earlier === undefined, today, isOtherScope };
	const next = nextTable(list, { rows, literals, ordered }, last, matched, options);
	const { table, records, histories } = next;

	/** The first of the states that the event matches, with what it returns. */
	const matchOf = (row: number, states: Iterable<Before | typeof AS_NEW>) => {
		const record = eventRecord(list, records[row], table.rows.suffixes[row]);
		for (const before of states) {
			const item = emit(record, before, parameters);
			if (item) return { before, item };
		}
		return undefined;
	};

	const due: Due[] = [];
	let dropped = next.droppedGone;
	records.forEach((record, row) => {
		if (table.isDone(row) && !includeTold) return;
		const states = statesToAsk(list, record, table, row);
		const found = matchOf(row, new Set(includeTold ? [...states, AS_NEW] : states));
		const history = histories[row];
		if (found) {
			const { item, before } = found;
			due.push({ row, item, ...history, changed: before?.changed });
			if (before === AS_NEW) table.setTold(row, { knows: 'nothing' });
			return;
		}
		const verdict = withoutMatch(table.told(row).knows, history, isOtherScope);
		if (verdict === 'dropped') dropped += 1;
		if (verdict !== 'waits') table.setDone(row);
	});
	return { ...next, isOtherScope, due, dropped };
}
