import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../model/event';
import type { Difference } from './difference';
import { beforeOf, unknownBefore } from './encode';
import type { PartValues } from './rows';
import { eventRecord } from './selectChanges';

/** A record that is on its way, in three of its states: `Delivery` in `outbox/delivery.ts` says which. */
export interface Earlier {
	row: number;
	latest: PartValues;
	delivered?: PartValues;
	tried?: PartValues | 'forgotten';
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
	const listed = result.records[row];
	/** Undefined if nothing has changed since, or if the record never had such a state. */
	const changedSince = (was: PartValues | undefined) =>
		was && beforeOf(list, listed, was, latest, result.snapshot.literals);
	const triedBefore = () =>
		tried === 'forgotten' ? unknownBefore(list, listed) : changedSince(tried);
	// If it is as it was delivered, a failed execution can still have passed on another state in between.
	const before = changedSince(delivered) ?? triedBefore();
	if (delivered && !before) return 'unchanged';
	return emit(eventRecord(list, result, row), delivered && before, parameters) ?? 'unmatched';
}
