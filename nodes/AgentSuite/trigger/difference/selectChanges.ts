import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { beforeOf, encode } from './encode';
import { DUPLICATE, match, NEW, type Matches, type MatchKind } from './match';
import {
	countOf,
	DAY,
	emptySnapshot,
	IDENTITY,
	joinRows,
	NUMBER,
	partsAt,
	pickRows,
	type PartValues,
	type Rows,
	type Snapshot,
} from './rows';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** A record that is new or has changed, or any record if all are asked for. */
export interface Change {
	record: IDataObject;
	/** Its row in the new snapshot, and its number among those with the same identity, from 1. */
	row: number;
	number: number;
	/** Its earlier state, and the values of that. Undefined for a new or unchanged record. */
	before: Before | undefined;
	was: PartValues | undefined;
	/** How it was recognized, for the log. */
	kind: MatchKind | 'new';
}

/** The difference between two polls. */
export interface Difference {
	/** Oldest first. */
	changes: Change[];
	snapshot: Snapshot;
	/** The record of each row, without duplicates. */
	records: IDataObject[];
	/** The new row of each known row, or `NEW` if it is forgotten. */
	movedTo: Int32Array;
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
	const fresh = new Set(rows[IDENTITY].filter((_hash, index) => rowOf[index] === NEW));
	/** The last number of each identity, or of its hash if the record has left the list. */
	const last = new Map<number | string, number>();
	const note = (key: number | string, number: number) =>
		last.set(key, Math.max(last.get(key) ?? 0, number));
	known[IDENTITY].forEach((hash, row) => {
		if (taken[row] === 0 && fresh.has(hash)) note(hash, known[NUMBER][row]);
	});
	for (const isNew of [false, true]) {
		rows[IDENTITY].forEach((hash, index) => {
			const isNext = isNew ? rowOf[index] === NEW : rowOf[index] >= 0;
			if (!isNext || !fresh.has(hash)) return;
			const name = identity(records[index]);
			rows[NUMBER][index] ||= 1 + Math.max(last.get(name) ?? 0, last.get(hash) ?? 0);
			note(name, rows[NUMBER][index]);
		});
	}
}

/**
 * The difference between two lists. Pure: the result depends only on the arguments.
 * @param known the last snapshot, undefined at the start
 * @param today days since 1970
 * @param includeUnchanged whether to include all records, for example at the start
 * @param forgotten rows of the last snapshot that do not count any more
 */
export function difference(
	list: WatchedList,
	listed: IDataObject[],
	known: Snapshot | undefined,
	today: number,
	includeUnchanged = false,
	forgotten: readonly number[] = [],
): Difference {
	const last = known ?? emptySnapshot(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals, otherFields } = encode(list, ordered, last);
	const matches = match(list, rows, last.rows, forgotten);
	numberNew(list, ordered, rows, last.rows, matches);

	const { rowOf, kinds, taken } = matches;
	const movedTo = new Int32Array(taken.length).fill(NEW);
	const changes: Change[] = [];
	const texts = { literals, otherFields: last.otherFields };
	const kept: number[] = [];
	rowOf.forEach((from, index) => {
		if (from === DUPLICATE) return;
		const row = kept.push(index) - 1;
		if (from >= 0) movedTo[from] = row;
		const kind = from === NEW ? 'new' : (kinds.get(index) ?? 'unchanged');
		if (from >= 0 && !includeUnchanged && !kinds.has(index)) return;
		const [record, number] = [ordered[index], rows[NUMBER][index]];
		const was = kinds.has(index) ? partsAt(last.rows, from) : undefined;
		const before = was && beforeOf(list, record, was, partsAt(rows, index), texts);
		const isChange = before !== undefined || (from === NEW && known !== undefined);
		if (isChange || includeUnchanged) changes.push({ record, number, before, was, kind, row });
	});

	const days = last.rows[DAY];
	const isRemembered = (day: number) => day === 0 || day > today - REMEMBERED_DAYS;
	const gone: number[] = [];
	taken.forEach((isTaken, row) => {
		if (isTaken === 0 && isRemembered(days[row])) movedTo[row] = kept.length + gone.push(row) - 1;
	});
	const goneRows = pickRows(last.rows, gone);
	const removed = goneRows[DAY].filter((day) => day === 0).length;
	goneRows[DAY] = goneRows[DAY].map((day) => day || today);
	const isWhole = kept.length === countOf(rows);
	const next = joinRows(isWhole ? rows : pickRows(rows, kept), goneRows);
	const records = isWhole ? ordered : kept.map((index) => ordered[index]);
	const snapshot = { rows: next, literals, otherFields };
	return { changes, snapshot, records, movedTo, removed };
}

/** A change that matches an event, with the item to return. */
export type Selected = Change & { item: IDataObject };

/**
 * The changes that match the event.
 * @param includeUnchanged whether records whose change does not match count as new
 */
export function select(
	{ list, emit }: Pick<TriggerEvent, 'list' | 'emit'>,
	changes: Change[],
	parameters: unknown,
	includeUnchanged = false,
): Selected[] {
	return changes.flatMap((change) => {
		const { record, number, before } = change;
		const output = list.output?.(record, number) ?? record;
		const item = emit(output, before, parameters);
		if (item) return [{ ...change, item }];
		const asNew = includeUnchanged ? emit(output, undefined, parameters) : undefined;
		return asNew ? [{ ...change, was: undefined, item: asNew }] : [];
	});
}

/** A record that was selected before. */
export interface Earlier {
	row: number;
	/** Its values at the last poll that listed it, those delivered last, and those of the last failed try. */
	now: PartValues;
	delivered?: PartValues;
	tried?: PartValues;
}

/** The item for what has changed since the delivery. Undefined if the event does not match, null if nothing has changed. */
export function itemSince(
	{ list, emit }: TriggerEvent,
	{ records, snapshot }: Difference,
	parameters: unknown,
	{ row, now, delivered, tried }: Earlier,
): IDataObject | null | undefined {
	const output = list.output?.(records[row], snapshot.rows[NUMBER][row]) ?? records[row];
	const since = (was = now) => beforeOf(list, records[row], was, now, snapshot);
	// A failed execution can have passed on a state that is over.
	const before = since(delivered) ?? since(tried);
	return delivered && !before ? null : emit(output, delivered && before, parameters);
}
