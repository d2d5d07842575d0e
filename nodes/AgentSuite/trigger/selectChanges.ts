import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../model/event';
import { beforeOf, encode, wordsInUse } from './encode';
import { match, NEW, TWIN, type Matches, type Sign } from './match';
import { countOf, DAY, IDENTITY, isSameRows, joinRows, NUMBER, pickRows, type Rows } from './rows';
import { emptySnapshot, type Snapshot } from './snapshot';

/** How long a record that has left the list is remembered, in days. */
export const REMEMBERED_DAYS = 30;

/** A record that is new, or not as it was. */
export interface Change {
	record: IDataObject;
	/** Its number among those of its identity, from 1 on. */
	number: number;
	/** What it was; undefined for a new one. */
	before: Before | undefined;
	/** How it was known again, for the log. */
	sign: Sign | 'new';
	/** Its place in the list, from 0 on, oldest first. */
	place: number;
}

/** What is different from one poll to the next. */
export interface Difference {
	/** Oldest first. */
	changes: Change[];
	snapshot: Snapshot;
	/** Whether the snapshot says the same as the one before. */
	unchanged: boolean;
	/** How many records have left the list. */
	removed: number;
}

/** Whose records they are: the service shows those of one organization only. */
export function ownerOf(records: IDataObject[]): string {
	const counts = new Map<unknown, number>();
	for (const { clientOrgId } of records)
		counts.set(clientOrgId, (counts.get(clientOrgId) ?? 0) + 1);
	const named = [...counts].filter(([owner]) => typeof owner === 'string' && owner !== '');
	return String(named.sort(([, left], [, right]) => right - left)[0]?.[0] ?? '');
}

/** The records oldest first; where no two can share an identity, one that is listed twice is there once. */
function inOrder(list: WatchedList, listed: IDataObject[]): IDataObject[] {
	const records = list.newestFirst ? [...listed].reverse() : listed;
	if (!list.unique) return records;
	const seen = new Set<string>();
	return records.filter((record) => seen.size < seen.add(list.identity(record)).size);
}

/** Gives known records the number they have, and new ones the next of their identity. */
function numberRows(
	list: WatchedList,
	records: IDataObject[],
	rows: Rows,
	known: Rows,
	{ rowOf, taken }: Matches,
): void {
	const fresh: number[] = [];
	rowOf.forEach((row, place) => {
		if (row >= 0) rows[NUMBER][place] = known[NUMBER][row];
		else if (row === NEW) fresh.push(place);
	});
	const near = new Set(fresh.map((place) => rows[IDENTITY][place]));
	// By the identity itself where it is there: two that share a hash each begin at their own first one.
	const last = new Map<number | string, number>();
	const note = (key: number | string, number: number) =>
		last.set(key, Math.max(last.get(key) ?? 0, number));
	rowOf.forEach((row, place) => {
		if (row >= 0 && near.has(rows[IDENTITY][place]))
			note(list.identity(records[place]), rows[NUMBER][place]);
	});
	taken.forEach((isTaken, row) => {
		if (isTaken === 0 && near.has(known[IDENTITY][row]))
			note(known[IDENTITY][row], known[NUMBER][row]);
	});
	for (const place of fresh) {
		const keys = [list.identity(records[place]), rows[IDENTITY][place]];
		rows[NUMBER][place] = 1 + Math.max(...keys.map((key) => last.get(key) ?? 0));
		note(keys[0], rows[NUMBER][place]);
	}
}

/** The rows that have left the list, those of today included, as long as they are to be remembered. */
function removedRows(known: Rows, listed: number, { taken }: Matches, today: number): Rows {
	const removed = pickRows(
		known,
		(row) => taken[row] === 0 && (row < listed || known[DAY][row] > today - REMEMBERED_DAYS),
	);
	removed[DAY] = removed[DAY].map((day) => day || today);
	return removed;
}

function isSame(left: Snapshot, right: Snapshot): boolean {
	const texts = ({ words, otherFields, owner }: Snapshot) =>
		JSON.stringify([words, otherFields, owner]);
	return (
		isSameRows(left.listed, right.listed) &&
		isSameRows(left.removed, right.removed) &&
		texts(left) === texts(right)
	);
}

/**
 * What is different from one list to the next. Pure: the same records and snapshot give the same.
 * @param known what is remembered; undefined at the start
 * @param today days since 1970
 * @param existing whether at the start all records are changes
 */
export function difference(
	list: WatchedList,
	all: IDataObject[],
	known: Snapshot | undefined,
	today: number,
	existing = false,
): Difference {
	const before = known ?? emptySnapshot(list);
	const records = inOrder(list, all);
	const { rows, words, otherFields } = encode(list, records, before);
	const remembered = joinRows(before.listed, before.removed);
	const were = countOf(before.listed);
	const matches = match(list, rows, remembered, were);
	numberRows(list, records, rows, remembered, matches);

	const { rowOf, signs, taken } = matches;
	const changes: Change[] = [];
	rowOf.forEach((row, place) => {
		const sign = row === NEW ? 'new' : signs.get(place);
		if (!sign || (row === NEW && !known && !existing)) return;
		const record = records[place];
		const was =
			row === NEW ? undefined : beforeOf(list, record, before, [remembered, row], [rows, place]);
		if (row !== NEW && !was) return;
		changes.push({ record, number: rows[NUMBER][place], before: was, sign, place });
	});

	const listed = rowOf.includes(TWIN) ? pickRows(rows, (place) => rowOf[place] !== TWIN) : rows;
	const removed = removedRows(remembered, were, matches, today);
	const snapshot: Snapshot = {
		listed,
		removed,
		words: wordsInUse(list, words, [listed, removed]),
		otherFields,
		owner: ownerOf(records) || before.owner,
	};
	const gone = taken.subarray(0, were).filter((isTaken) => isTaken === 0).length;
	return {
		changes,
		snapshot,
		unchanged: known !== undefined && isSame(known, snapshot),
		removed: gone,
	};
}

/** The items of an event: those of the changes that are it. */
export function select(
	event: TriggerEvent,
	changes: Change[],
	parameters: unknown,
): Array<{ item: IDataObject; change: Change }> {
	const { output = (record: IDataObject) => record } = event.list;
	return changes.flatMap((change) => {
		const item = event.emit(output(change.record, change.number), change.before, parameters);
		return item ? [{ item, change }] : [];
	});
}
