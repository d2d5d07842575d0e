import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../model/problem';
import type { TriggerSettings } from '../parameters/readTrigger';
import { asOutput, type Items } from './sender';
import { eventRecord } from './table/asker';
import { compare } from './table/compare';

/** Number of records that a manual run shows. */
const SHOWN = 3;
/** A manual run remembers nothing, so no record has left the list. */
const ANY_DAY = 0;

/** What the event would return for the example of each record. */
export function testItems(
	{ event, parameters }: Pick<TriggerSettings, 'event' | 'parameters'>,
	listed: IDataObject[],
): IDataObject[] {
	const { list, emit, example } = event;
	const { records, table } = compare(event, parameters, listed, ANY_DAY, {
		isOtherScope: false,
	});
	return records.flatMap((listedRecord, row) => {
		const record = eventRecord(list, listedRecord, table.rows.suffixes[row]);
		const shown = example(record, parameters);
		const item = emit(shown.record, shown.before, parameters);
		return item ? [item] : [];
	});
}

/** The newest records, as a manual run shows them. It leaves the state unchanged. @throws {Problem} if there are none */
export function preview(settings: TriggerSettings, listed: IDataObject[]): Items {
	const shown = testItems(settings, listed);
	if (shown.length > 0) return asOutput(shown.slice(-SHOWN));
	throw new Problem({
		kind: 'input',
		message: settings.event.emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}
