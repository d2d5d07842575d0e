import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent, WatchedList } from '../../model/event';
import { beforeOf, encode } from './encode';
import { DUPLICATE, match, NEW } from './match';
import {
	DAY,
	emptyRows,
	IDENTITY,
	isSameRow,
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
	/** Its row in the new snapshot. */
	row: number;
	isNew: boolean;
	/** Its earlier state, and the values of that. Undefined for a new or unchanged record. */
	before?: Before;
	was?: PartValues;
}

export interface Difference {
	/** Oldest first. */
	changes: Change[];
	snapshot: Snapshot;
	/** The record of each row, without duplicates. */
	records: IDataObject[];
	/** The new row of each known row, or `NEW` if it is forgotten. */
	movedTo: Int32Array;
}

/** Gives new records the next number of their identity. Matched ones have kept theirs. */
function numberNew(
	{ identity }: WatchedList,
	records: IDataObject[],
	rows: Rows,
	known: Rows,
	{ rowOf, taken }: ReturnType<typeof match>,
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
	const last = known ?? { rows: emptyRows(list), literals: new Map<number, string>() };
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows, literals } = encode(list, ordered, last);
	const matches = match(list, rows, last.rows, forgotten);
	numberNew(list, ordered, rows, last.rows, matches);

	const { rowOf, taken } = matches;
	const movedTo = new Int32Array(taken.length).fill(NEW);
	const kept: number[] = [];
	const changes: Change[] = [];
	rowOf.forEach((from, index) => {
		if (from === DUPLICATE) return;
		const row = kept.push(index) - 1;
		const isNew = from === NEW;
		if (!isNew) movedTo[from] = row;
		const isEdited = !isNew && !isSameRow(rows, index, last.rows, from);
		if (!includeUnchanged && !isEdited && !(isNew && known)) return;
		const was = isEdited ? partsAt(last.rows, from) : undefined;
		const before = was && beforeOf(list, ordered[index], was, partsAt(rows, index), literals);
		changes.push({ row, isNew, before, was });
	});

	const days = last.rows[DAY];
	const gone: number[] = [];
	taken.forEach((isTaken, row) => {
		const isRemembered = days[row] === 0 || days[row] > today - REMEMBERED_DAYS;
		if (isTaken === 0 && isRemembered) movedTo[row] = kept.length + gone.push(row) - 1;
	});
	const next = pickRows(rows, kept, last.rows, gone);
	for (let row = kept.length; row < next[DAY].length; row++) next[DAY][row] ||= today;
	const records = kept.map((index) => ordered[index]);
	return { changes, snapshot: { rows: next, literals }, records, movedTo };
}

/** A record as its events return it. */
const outputOf = ({ output }: WatchedList, { records, snapshot }: Difference, row: number) =>
	output?.(records[row], snapshot.rows[NUMBER][row]) ?? records[row];

export type Selected = Change & { item: IDataObject };

/** The changes that match the event. With `includeUnchanged`, a record whose change does not match counts as new. */
export function select(
	{ list, emit }: Pick<TriggerEvent, 'list' | 'emit'>,
	result: Difference,
	parameters: unknown,
	includeUnchanged = false,
): Selected[] {
	return result.changes.flatMap((change) => {
		const output = outputOf(list, result, change.row);
		const item = emit(output, change.before, parameters);
		if (item) return [{ ...change, item }];
		const asNew = includeUnchanged ? emit(output, undefined, parameters) : undefined;
		return asNew ? [{ ...change, was: undefined, item: asNew }] : [];
	});
}

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
	result: Difference,
	parameters: unknown,
	{ row, now, delivered, tried }: Earlier,
): IDataObject | null | undefined {
	const since = (was = now) =>
		beforeOf(list, result.records[row], was, now, result.snapshot.literals);
	// A failed execution can have passed on a state that is over.
	const before = since(delivered) ?? since(tried);
	if (delivered && !before) return null;
	return emit(outputOf(list, result, row), delivered && before, parameters);
}
