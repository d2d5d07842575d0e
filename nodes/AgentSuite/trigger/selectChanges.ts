import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../model/event';
import { numberRecords } from '../model/numbering';
import { beforeOf, dropUnusedWords, encode } from './encode';
import { identityOf, joinRows, layoutOf, pickRows, type Layout, type Rows } from './layout';
import { match, NEW, originalOf, type Matches } from './match';
import type { Removed, Snapshot } from './snapshot';

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
	sign: string;
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
export function inOrder(list: WatchedList, listed: IDataObject[]): IDataObject[] {
	const records = list.newestFirst ? [...listed].reverse() : listed;
	if (!list.unique) return records;
	const seen = new Set<string>();
	return records.filter((record) => seen.size < seen.add(list.identity(record)).size);
}

/** The removed rows that are neither back nor too old, and behind them those that have left today. */
function archiveRemoved(known: Snapshot, { taken }: Matches, gone: Rows, today: number): Removed[] {
	let start = known.listed.count;
	const kept = known.removed.map(({ day, rows }) => {
		const stay: number[] = [];
		for (let row = 0; row < rows.count; row++) if (taken[start + row] === 0) stay.push(row);
		start += rows.count;
		return { day, rows: stay.length === rows.count ? rows : pickRows(rows, stay) };
	});
	return [...kept, { day: today, rows: gone }].filter(
		({ day, rows }) => rows.count > 0 && day > today - REMEMBERED_DAYS,
	);
}

/** Gives known records the number they have, and new ones the next of their identity. */
function numberRows(
	list: WatchedList,
	records: IDataObject[],
	rows: Rows,
	known: Rows,
	{ rowOf, taken }: Matches,
	layout: Layout,
): void {
	const ordinals = rows.columns[layout.ordinal];
	const before = known.columns[layout.ordinal];
	const fresh: number[] = [];
	rowOf.forEach((row, record) => {
		if (row >= 0) ordinals[record] = before[row];
		else if (row === NEW) fresh.push(record);
	});
	if (fresh.length === 0 || list.unique) return;
	const near = new Set(fresh.map((record) => identityOf(rows, record, layout)));
	// By the identity itself where it is there: two that share a hash each begin at their own first one.
	const next = new Map<number | string, number>();
	const count = (key: number | string, ordinal: number) =>
		next.set(key, Math.max(next.get(key) ?? 0, ordinal + 1));
	rowOf.forEach((row, record) => {
		if (row < 0 || !near.has(identityOf(rows, record, layout))) return;
		count(list.identity(records[record]), ordinals[record]);
	});
	for (let row = 0; row < known.count; row++) {
		const identity = identityOf(known, row, layout);
		if (taken[row] === 0 && near.has(identity)) count(identity, before[row]);
	}
	for (const record of fresh) {
		const key = list.identity(records[record]);
		const gone = next.get(identityOf(rows, record, layout)) ?? 0;
		ordinals[record] = Math.max(next.get(key) ?? 0, gone);
		count(key, ordinals[record]);
	}
}

/** The start: there is nothing to compare with. */
function begin(
	list: WatchedList,
	records: IDataObject[],
	layout: Layout,
	existing: boolean,
): Difference {
	const nothing = { listed: { count: 0, columns: [] }, words: [] };
	const encoded = encode(list, records, nothing, layout);
	const snapshot = { ...encoded, removed: [], owner: ownerOf(records) };
	const numbers = list.unique ? [] : numberRecords(records, list.identity);
	const ordinals = snapshot.listed.columns[layout.ordinal];
	numbers.forEach((number, record) => (ordinals[record] = number - 1));
	const start = { snapshot, unchanged: false, removed: 0 };
	if (!existing) return { ...start, changes: [] };
	const seen = new Set<string>();
	const changes = records.flatMap((record, place): Change[] => {
		const number = numbers[place] ?? 1;
		// Listed twice: the same identity and number once more.
		if (!list.unique && seen.size === seen.add(`${number} ${list.identity(record)}`).size)
			return [];
		return [{ record, number, before: undefined, sign: 'existing', place }];
	});
	return { ...start, changes };
}

/**
 * What is different from one list to the next. Pure: the same records and snapshot give the same.
 * @param known what is remembered; undefined at the start
 * @param today days since 1970
 * @param existing whether at the start all records are changes
 */
export function difference(
	list: WatchedList,
	listed: IDataObject[],
	known: Snapshot | undefined,
	today: number,
	existing = false,
): Difference {
	const layout = layoutOf(list);
	const records = inOrder(list, listed);
	if (known === undefined) return begin(list, records, layout, existing);

	const encoded = encode(list, records, known, layout);
	const rows = encoded.listed;
	const all = joinRows([known.listed, ...known.removed.map((group) => group.rows)], layout);
	const matches = match(rows, all, known.listed.count, layout);
	numberRows(list, records, rows, all, matches, layout);

	const changes: Change[] = [];
	let moved = known.listed.count !== records.length;
	matches.rowOf.forEach((row, place) => {
		moved ||= row !== place;
		const sign = matches.signs.get(place);
		const original = originalOf(row);
		if (original !== undefined) {
			rows.columns[layout.ordinal][place] = rows.columns[layout.ordinal][original];
		} else if (row === NEW || sign !== undefined) {
			const record = records[place];
			const before =
				row === NEW ? undefined : beforeOf(record, known, [all, row], [rows, place], layout);
			if (row !== NEW && before === undefined) return;
			const number = rows.columns[layout.ordinal][place] + 1;
			changes.push({ record, number, before, sign: row === NEW ? 'new' : String(sign), place });
		}
	});

	const gone: number[] = [];
	for (let row = 0; row < known.listed.count; row++) if (matches.taken[row] === 0) gone.push(row);
	const removed = archiveRemoved(known, matches, pickRows(all, gone), today);
	const owner = ownerOf(records) || known.owner;
	const snapshot = { ...encoded, removed, owner };
	dropUnusedWords(snapshot, layout);
	const unchanged =
		!moved &&
		changes.length === 0 &&
		owner === known.owner &&
		removed.length === known.removed.length &&
		JSON.stringify([encoded.words, encoded.otherFields]) ===
			JSON.stringify([known.words, known.otherFields]);
	return { changes, snapshot, unchanged, removed: gone.length };
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
