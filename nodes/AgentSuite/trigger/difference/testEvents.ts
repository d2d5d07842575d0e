import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../model/event';
import type { Difference } from './difference';
import { eventRecord } from './selectChanges';

/** What the event would return for each record: its example if it has one, otherwise the record as a new one. */
export function testItems(
	{ list, emit, example }: TriggerEvent,
	result: Difference,
	parameters: unknown,
): IDataObject[] {
	return result.records.flatMap((_record, row) => {
		const record = eventRecord(list, result, row);
		const shown = example?.of(record, parameters) ?? { record, before: undefined };
		const item = emit(shown.record, shown.before, parameters);
		return item ? [item] : [];
	});
}
