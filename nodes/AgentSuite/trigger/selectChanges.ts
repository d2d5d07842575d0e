import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../model/event';
import { beforeOf, encode, wordsInUse } from './encode';
import { match, NEW, TWIN, type Matches, type Sign } from './match';
import { countOf, DAY, IDENTITY, isSameRows, joinRows, NUMBER, pickRows, type Rows } from './rows';
import { emptySnapshot, type Snapshot } from './snapshot';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** A record that is new or has changed. */
export interface Change {
	record: IDataObject;
	/** Its number among those with the same identity, from 1. */
	number: number;
	/** Its earlier state. Undefined for a new record. */
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
	/** Whether the snapshot is equal to the previous one. */
	unchanged: boolean;
	/** Number of records that have left the list. */
	removed: number;
}

/** The organization that most records name. The service lists the records of only one. */
export function ownerOf(records: IDataObject[]): string {
	const counts = new Map<unknown, number>();
	for (const { clientOrgId } of records)
		counts.set(clientOrgId, (counts.get(clientOrgId) ?? 0) + 1);
	const named = [...counts].filter(([owner]) => typeof owner === 'string' && owner !== '');
	return String(named.sort(([, left], [, right]) => right - left)[0]?.[0] ?? '');
}

/** The records, oldest first. If identities are unique, repeated records are removed. */
function inOrder(list: WatchedList, listed: IDataObject[]): IDataObject[] {
	const records = list.newestFirst ? [...listed].reverse() : listed;
	if (!list.unique) return records;
	const seen = new Set<string>();
	return records.filter((record) => seen.size < seen.add(list.identity(record)).size);
}

/** Known records keep their number. New ones get the next number of their identity. */
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
	// By identity if it is known, so that identities that share a hash are numbered separately.
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

/** The rows that have left the list, including today's, while they are remembered. */
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
 * The difference between two lists. Pure: the result depends only on the arguments.
 * @param known the last snapshot, undefined at the start
 * @param today days since 1970
 * @param existing whether all records are changes at the start
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

/** The items of the changes that match the event. */
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
