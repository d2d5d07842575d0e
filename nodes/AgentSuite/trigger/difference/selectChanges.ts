import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { beforeOf, encode, wordsInUse } from './encode';
import { match, NEW, TWIN, type Matches, type Sign } from './match';
import {
	DAY,
	emptySnapshot,
	IDENTITY,
	joinRows,
	NUMBER,
	pickRows,
	type Rows,
	type Snapshot,
} from './rows';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** A record that is new or has changed, or any record if all are asked for. */
export interface Change {
	record: IDataObject;
	/** Its number among those with the same identity, from 1. */
	number: number;
	/** Its earlier state. Undefined for a new or unchanged record. */
	before: Before | undefined;
	/** How it was recognized, for the log. */
	sign: Sign | 'new';
	/** Its place in the list, from 0, oldest first. */
	place: number;
}

/** The difference between two polls. */
export interface Difference {
	/** Oldest first. */
	changes: Change[];
	snapshot: Snapshot;
	/** Number of records that have left the list. */
	removed: number;
}

/** Gives new records the next number of their identity. Matched ones have kept theirs. */
function numberNew(
	{ identity }: WatchedList,
	records: IDataObject[],
	rows: Rows,
	known: Rows,
	{ rowOf, taken }: Matches,
): void {
	const fresh = new Set(rows[IDENTITY].filter((_hash, place) => rowOf[place] === NEW));
	/** The last number of each identity, or of its hash if the record has left the list. */
	const last = new Map<number | string, number>();
	const note = (key: number | string, number: number) =>
		last.set(key, Math.max(last.get(key) ?? 0, number));
	known[IDENTITY].forEach((hash, row) => {
		if (taken[row] === 0 && fresh.has(hash)) note(hash, known[NUMBER][row]);
	});
	for (const isNew of [false, true]) {
		rows[IDENTITY].forEach((hash, place) => {
			const isNext = isNew ? rowOf[place] === NEW : rowOf[place] >= 0;
			if (!isNext || !fresh.has(hash)) return;
			const name = identity(records[place]);
			rows[NUMBER][place] ||= 1 + Math.max(last.get(name) ?? 0, last.get(hash) ?? 0);
			note(name, rows[NUMBER][place]);
		});
	}
}

/**
 * The difference between two lists. Pure: the result depends only on the arguments.
 * @param known the last snapshot, undefined at the start
 * @param today days since 1970
 * @param all whether to include all records, for example at the start
 */
export function difference(
	list: WatchedList,
	listed: IDataObject[],
	known: Snapshot | undefined,
	today: number,
	all = false,
): Difference {
	const last = known ?? emptySnapshot(list);
	const records = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, words, otherFields } = encode(list, records, last);
	const matches = match(list, rows, last.rows);
	numberNew(list, records, rows, last.rows, matches);

	const { rowOf, signs, taken } = matches;
	const changes: Change[] = [];
	rowOf.forEach((row, place) => {
		if (row === TWIN || (row >= 0 && !all && !signs.has(place))) return;
		const [record, number] = [records[place], rows[NUMBER][place]];
		const before = signs.has(place) ? beforeOf(list, record, last, row, rows, place) : undefined;
		const sign = row === NEW ? 'new' : (signs.get(place) ?? 'unchanged');
		const isChange = before !== undefined || (row === NEW && known !== undefined);
		if (isChange || all) changes.push({ record, number, before, sign, place });
	});

	const days = last.rows[DAY];
	const isRemembered = (day: number) => day === 0 || day > today - REMEMBERED_DAYS;
	const gone = pickRows(last.rows, (row) => taken[row] === 0 && isRemembered(days[row]));
	const removed = gone[DAY].filter((day) => day === 0).length;
	gone[DAY] = gone[DAY].map((day) => day || today);
	const kept = rowOf.includes(TWIN) ? pickRows(rows, (place) => rowOf[place] !== TWIN) : rows;
	const next = joinRows(kept, gone);
	const snapshot = { rows: next, words: wordsInUse(list, next, words), otherFields };
	return { changes, snapshot, removed };
}

/** A change that matches an event, with the item to return. */
export type Selected = Change & { item: IDataObject };

/**
 * The changes that match the event.
 * @param again whether records whose change does not match count as new
 */
export function select(
	{ list, emit }: Pick<TriggerEvent, 'list' | 'emit'>,
	changes: Change[],
	parameters: unknown,
	again = false,
): Selected[] {
	return changes.flatMap((change) => {
		const { record, number, before } = change;
		const output = list.output?.(record, number) ?? record;
		const item = emit(output, before, parameters);
		const shown = item ?? (again ? emit(output, undefined, parameters) : undefined);
		return shown ? [{ ...change, item: shown }] : [];
	});
}
