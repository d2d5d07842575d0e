import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent, WatchedList } from '../../model/event';
import type { Change, Difference } from './difference';
import { beforeOf } from './encode';
import type { PartValues } from './rows';

/** A record as its events return it. */
export const eventRecord = (
	{ output }: WatchedList,
	{ records, snapshot }: Difference,
	row: number,
) => output?.(records[row], snapshot.rows.numbers[row]) ?? records[row];

export type Selected = Change & { item: IDataObject };

/** The changes that match the event. With `includeUnchanged`, a record whose change does not match counts as new. */
export function select(
	{ list, emit }: TriggerEvent,
	result: Difference,
	parameters: unknown,
	includeUnchanged = false,
): Selected[] {
	return result.changes.flatMap((change) => {
		const record = eventRecord(list, result, change.row);
		const item = emit(record, change.before, parameters);
		if (item) return [{ ...change, item }];
		const asNew = includeUnchanged ? emit(record, undefined, parameters) : undefined;
		return asNew ? [{ ...change, was: undefined, item: asNew }] : [];
	});
}

/** An earlier state of a record that is on its way: its compared parts at three moments. */
export interface Earlier {
	row: number;
	/** At the last poll that listed it. */
	latest: PartValues;
	/** When it was delivered last. Undefined if it never was. */
	delivered?: PartValues;
	/** At its last failed try. */
	tried?: PartValues;
}

/** What to return for a record that is on its way: an item, or why there is none. */
export type ItemSince =
	| IDataObject
	/** The event does not match what has changed. */
	| 'unmatched'
	/** Nothing has changed since the delivery. */
	| 'unchanged';

/** The item for what has changed since the delivery. */
export function itemSince(
	{ list, emit }: TriggerEvent,
	result: Difference,
	parameters: unknown,
	{ row, latest, delivered, tried }: Earlier,
): ItemSince {
	/** What has changed since a state. Undefined if nothing has, or if the record never had such a state. */
	const changedSince = (was = latest) =>
		beforeOf(list, result.records[row], was, latest, result.snapshot.literals);
	// If it is as it was delivered, a failed execution can still have passed on another state in between.
	const before = changedSince(delivered) ?? changedSince(tried);
	if (delivered && !before) return 'unchanged';
	return emit(eventRecord(list, result, row), delivered && before, parameters) ?? 'unmatched';
}
