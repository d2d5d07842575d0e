import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../../model/field';
import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { changeOf, correctionOf } from './before';
import { encode } from './encode';
import { match } from './match';
import { nextTable, type History, type NextTable } from './nextTable';
import { addSuffixes } from './suffixes';
import { Table } from './table';
import type { Told } from './told';

/** A record of which the workflow has to be told. */
export interface Due {
	/** Its row in the new table. */
	row: number;
	item: IDataObject;
	/** Whether an execution has perhaps had it in this state. What was due before a restart can have failed, or ended n8n. */
	isPerhapsTried: boolean;
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

/** An earlier state that the event is asked about, and what the workflow counts as told of the record if that matches. */
interface Question {
	/** Undefined: the record is new. */
	before: Before | undefined;
	told: Told;
}

/** What the event is asked about a record, see `outcomeOf`. */
function questionsOf(
	list: WatchedList,
	record: IDataObject,
	{ table, row }: { table: Table; row: number },
	includeTold: boolean,
): Question[] {
	const told = table.told(row);
	if (told.knows === 'nothing') return [{ before: undefined, told }];
	const questions: Question[] = [];
	const change = changeOf(list, record, told.values, table.listed(row), table.literals);
	if (change) questions.push({ before: change, told });
	// An alert is told once more, because it might have ended and begun again. Its end is a change all the same.
	if (told.knows === 'perhapsMore' || (includeTold && list.alerts))
		questions.push({ before: correctionOf(list, record), told: { ...told, knows: 'perhapsMore' } });
	if (includeTold && !list.alerts)
		questions.push({ before: undefined, told: { knows: 'nothing' } });
	return questions;
}

/**
 * What becomes of a record of which there is something to tell:
 *
 *     the workflow was told   the list has     the event is asked about     it matches   it does not
 *     nothing, is new         a record         a new record                 due          done
 *     nothing                 the record       a new record                 due          waits, or dropped
 *     values                  others           the change                   due          done, or dropped
 *     perhaps more            others           the change, a correction     due          done, or dropped
 *     perhaps more            the same         a correction                 due          done, or dropped
 *
 * A correction says that anything can have changed, so if it does not match, only another change can. What is done need not be told.
 * What waits is asked about again at the next list. It is dropped if the event or its filters have changed since it was found due or
 * waiting. To return all once more, the event is also asked about a new record, or an alert about a correction. It is returned as for
 * the first question that matches.
 */
function outcomeOf(
	{ knows }: Told,
	{ wasOpen }: History,
	matches: boolean,
	isOtherScope: boolean,
): 'due' | 'done' | 'waits' | 'dropped' {
	if (matches) return 'due';
	if (!wasOpen) return 'done';
	if (isOtherScope) return 'dropped';
	return knows === 'nothing' ? 'waits' : 'done';
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
	const { includeTold, isOtherScope } = earlier;
	const last = earlier.table ?? Table.empty(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals } = encode(list, ordered, last);
	const matched = match(list, rows, last.rows);
	addSuffixes(list, ordered, rows, last.rows, matched);
	// Of a first list of which all is returned, all is new.
	const allTold = earlier.table === undefined && !includeTold;
	const options = { allTold, today, isOtherScope };
	const next = nextTable(list, { rows, literals, ordered }, last, matched, options);
	const { table, records, histories } = next;

	const due: Due[] = [];
	let dropped = next.droppedGone;
	records.forEach((record, row) => {
		if (table.isDone(row) && !includeTold) return;
		const [told, history] = [table.told(row), histories[row]];
		const returned = eventRecord(list, record, table.rows.suffixes[row]);
		let item: IDataObject | undefined;
		for (const question of questionsOf(list, record, { table, row }, includeTold)) {
			item = emit(returned, question.before, parameters);
			if (!item) continue;
			const isPerhapsTried = history.wasOpen && !history.isEdited && told.knows !== 'values';
			due.push({ row, item, isPerhapsTried, changed: question.before?.changed });
			table.setTold(row, question.told);
			break;
		}
		const outcome = outcomeOf(told, history, item !== undefined, isOtherScope);
		if (outcome === 'done' || outcome === 'dropped') table.setDone(row);
		if (outcome === 'dropped') dropped += 1;
	});
	return { ...next, isOtherScope, due, dropped };
}
