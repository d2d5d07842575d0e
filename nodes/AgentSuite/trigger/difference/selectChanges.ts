import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent, WatchedList } from '../../model/event';
import type { Change, Difference } from './difference';

/** A record as its events return it. */
export const eventRecord = (
	{ output }: WatchedList,
	{ records, snapshot }: Difference,
	row: number,
) => output?.(records[row], snapshot.rows.numbers[row]) ?? records[row];

export type Selected = Change & { item: IDataObject };

/**
 * The changes that match the event.
 * @param includeUnchanged whether all records are asked for: one whose change does not match is returned as a new one
 */
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
		// Without its earlier state, so that a retry also returns it as a new one.
		return asNew ? [{ ...change, was: undefined, item: asNew }] : [];
	});
}
