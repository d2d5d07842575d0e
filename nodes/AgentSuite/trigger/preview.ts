import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../model/problem';
import type { TriggerSettings } from '../parameters/readTrigger';
import { difference } from './difference/difference';
import { testItems } from './difference/testEvents';
import { asOutput } from './asOutput';

/** Number of records that a manual run shows. */
const SHOWN = 3;
/** A manual run remembers nothing, so no record has left the list. */
const ANY_DAY = 0;

/** The newest records, as a manual run shows them. It leaves the state unchanged. @throws {Problem} if there are none */
export function preview(settings: TriggerSettings, records: IDataObject[]): INodeExecutionData[][] {
	const { event, parameters } = settings;
	const result = difference(event.list, records, { today: ANY_DAY });
	const shown = testItems(event, result, parameters);
	if (shown.length > 0) return asOutput(settings, shown.slice(-SHOWN));
	throw new Problem({
		kind: 'input',
		message: event.emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}
