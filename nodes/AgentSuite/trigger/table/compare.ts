import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../model/event';
import type { Before } from '../../model/eventSpec';
import type { ReadParameters } from '../../model/parameterTypes';
import type { WatchedList } from '../../model/watchedList';
import { changeOf, correctionOf } from './before';
import { decide, type DecideOptions, type Decision, type ReturnAll } from './decide';
import { encode } from './encode';
import { follow, type Followed, type Moves } from './follow';
import { goneFrom, type Gone } from './gone';
import { isDoneAsBefore, isUntried, knownOf, type Known } from './known';
import { match } from './match';
import { countOf } from './rows';
import { addSuffixes } from './suffixes';
import { Table, type Open } from './table';
import type { Told } from './told';

/** A record of which the workflow has to be told. */
export interface Due {
	/** Its row in the new table. */
	row: number;
	item: IDataObject;
	/** Whether no execution has had it in this state, as far as is known. */
	isUntried: boolean;
	/** Whether it has other values than in the last list. */
	isEdited: boolean;
	/** Names of the fields that have changed since the workflow was told. Undefined for a new record. */
	changed?: string[];
	/** Compares it again, as this list has it, once the end of an execution has told something else. */
	again(told: Told): ComparedAgain;
}

export interface ComparedAgain {
	/** What the workflow counts as told. */
	told: Told;
	/** Undefined if it is not due any more. */
	due?: Due;
}

/** What a list is compared with. */
export interface Earlier {
	/** Undefined at the first list. */
	table?: Table;
	returnAll?: ReturnAll;
	/** Whether the event or its filters have changed, so that nothing waits until it matches the event. */
	isOtherScope: boolean;
}

export interface Comparison
	extends Moves, Pick<Followed, 'records' | 'ignored'>, Pick<Gone, 'forgotten'> {
	/** What the workflow was told of each record of the list. */
	table: Table;
	/** Oldest first. */
	due: Due[];
	/**
	 * Number of records that are not due any more, because the event or its filters have changed. Also of those in an execution,
	 * which can still succeed.
	 */
	dropped: number;
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
	const gone = goneFrom(last, matched, today, isOtherScope);
	const listedRows = { rows: encoded, records: ordered };
	const followed = follow(list, listedRows, last.rows, matched, gone.kept, today);
	const { rows, records, rowNow, upToDate, ignored } = followed;
	const isAlert = list.alerts === true;
	// At a first list, nothing tells which records are new.
	const isNewTold = earlier.table === undefined && returnAll === undefined;

	/** What becomes of the record of a row. */
	const decideOn = (row: number, known: Known, how: Omit<DecideOptions, 'isAlert'>): Decision => {
		const { told, listed: is } = known;
		const record = records[row];
		const was = told.knows === 'nothing' ? is : told.values;
		const subject = {
			change: changeOf(list, record, was, is, literals),
			correction: () => correctionOf(list, record),
			emit: (before?: Before) =>
				emit(eventRecord(list, record, rows.suffixes[row]), before, parameters),
		};
		return decide(known, subject, { ...how, isAlert });
	};
	const dueIn = (row: number, known: Known, decision: Decision): Due | undefined => {
		if (decision.outcome !== 'due') return undefined;
		const { item, changed } = decision;
		const again = (told: Told) => {
			const now = { ...known, told, wasOpen: true, isEdited: false };
			const next = decideOn(row, now, { isOtherScope: false });
			return { told: next.told, due: dueIn(row, now, next) };
		};
		const { isEdited } = known;
		return { row, item, changed, isEdited, isUntried: isUntried(known, isAlert), again };
	};

	const due: Due[] = [];
	/** What is done leaves it (`Table`). */
	const open: Array<[number, Open]> = [];
	let { dropped } = gone;
	for (let row = 0; row < records.length; row++) {
		if (isDoneAsBefore(followed, last, row) && !returnAll) continue;
		const known = knownOf(followed, last, row, isNewTold);
		const decision = decideOn(row, known, { returnAll, isOtherScope });
		open.push([row, { told: decision.told, refusals: known.refusals }]);
		if (decision.outcome === 'dropped') dropped += 1;
		const found = dueIn(row, known, decision);
		if (found) due.push(found);
	}
	// What has left the list stays as it was.
	for (let row = records.length; row < countOf(rows); row++) {
		const { told, refusals } = knownOf(followed, last, row, isNewTold);
		open.push([row, { told, refusals }]);
	}
	const table = new Table(rows, literals, open);
	const { forgotten } = gone;
	return { table, records, due, rowNow, upToDate, dropped, forgotten, ignored };
}
