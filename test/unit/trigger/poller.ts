import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import { readEvent } from '../../../nodes/AgentSuite/parameters/readTrigger';
import { difference, type Change } from '../../../nodes/AgentSuite/trigger/difference/difference';
import { select } from '../../../nodes/AgentSuite/trigger/difference/selectChanges';
import {
	partNames,
	readSnapshot,
	storeSnapshot,
	type StoredSnapshot,
} from '../../../nodes/AgentSuite/trigger/snapshot';
import type { Snapshot } from '../../../nodes/AgentSuite/trigger/difference/rows';

const origin = { revision: 1, node: 'n', credential: 'c', owner: '', scope: '' };

/** The parameters of an event as the trigger reads them: these, and the defaults of the others. */
export const parametersOf = (event: TriggerEvent, given: object = {}) =>
	readEvent(
		{
			read: (name, _itemIndex, fallback) => (given as Record<string, unknown>)[name] ?? fallback,
			saved: {},
		},
		event,
	);

/** Polls one list after the other. The snapshot goes through its stored form each time. */
export function poller(first: TriggerEvent, given: object = {}) {
	let event = first;
	let state: StoredSnapshot | undefined;
	let day = 20_000;
	let changes: Change[] = [];
	let keys: unknown[] = [];
	const snapshot = () => readSnapshot(state as StoredSnapshot, event.list) as Snapshot;
	return {
		/** The items without leadKey, which `keys` collects. */
		poll(records: IDataObject[], existing = false): IDataObject[] {
			const known = state && snapshot();
			const result = difference(
				event.list,
				records.map((record) => ({ ...record })),
				{ known, today: day, includeUnchanged: existing && !known },
			);
			const { name: list } = event.list;
			const parts = partNames(event.list);
			const next = storeSnapshot(result.snapshot, { ...origin, list, parts });
			state = JSON.parse(JSON.stringify(next)) as StoredSnapshot;
			changes = result.changes;
			const items = select(event, result, parametersOf(event, given)).map(({ item }) => item);
			keys = items.map(({ leadKey }) => leadKey);
			return items.map((item) => omit(item, 'leadKey'));
		},
		pass: (days: number) => {
			day += days;
		},
		/** As a user does with a published workflow. */
		changeEvent: (next: TriggerEvent) => {
			event = next;
		},
		size: () => JSON.stringify(state).length,
		stored: () => state as StoredSnapshot,
		snapshot,
		changes: () => changes,
		/** leadKey of each item of the last poll. */
		keys: () => keys,
	};
}

/** The record without one of its fields. */
export function omit(record: IDataObject, field: string): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
