import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import { readEvent } from '../../../nodes/AgentSuite/parameters/readTrigger';
import type { Due } from '../../../nodes/AgentSuite/trigger/table/asker';
import { compare } from '../../../nodes/AgentSuite/trigger/table/compare';
import {
	readTable,
	type StoredTable,
	storeTable,
} from '../../../nodes/AgentSuite/trigger/table/storedTable';

/** The parameters of an event as the trigger reads them: these, and the defaults of the others. */
export const parametersOf = (event: TriggerEvent, given: object = {}) =>
	readEvent(
		{
			read: (name, fallback) => (given as Record<string, unknown>)[name] ?? fallback,
			saved: {},
			version: 1,
		},
		event,
	);

/** Polls one list after the other, and tells the workflow all that is due. The table goes through its stored form each time. */
export function poller(first: TriggerEvent, given: object = {}) {
	let event = first;
	let stored: StoredTable | undefined;
	let day = 20_000;
	let due: Due[] = [];
	const table = () => readTable(stored as StoredTable, event.list);
	return {
		/** The items without leadKey, which `keys` collects. */
		poll(records: IDataObject[], existing = false): IDataObject[] {
			const last = stored && table();
			const result = compare(
				event,
				parametersOf(event, given),
				records.map((record) => ({ ...record })),
				day,
				{
					table: last,
					returnAll: existing && !last ? 'emitExisting' : undefined,
					isOtherScope: false,
				},
			);
			due = result.due;
			for (const { row } of due)
				result.table.tell(row, { knows: 'values', values: result.table.listed(row) });
			stored = JSON.parse(JSON.stringify(storeTable(result.table))) as StoredTable;
			return due.map(({ item }) => omit(item, 'leadKey'));
		},
		pass: (days: number) => {
			day += days;
		},
		/** As a user does with a published workflow. */
		changeEvent: (next: TriggerEvent) => {
			event = next;
		},
		size: () => JSON.stringify(stored).length,
		table,
		/** leadKey of each item of the last poll. */
		keys: () => due.map(({ item }) => item.leadKey),
	};
}

/** The record without one of its fields. */
export function omit(record: IDataObject, field: string): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
