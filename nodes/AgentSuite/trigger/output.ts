import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { hideSecrets } from '../output/secrets';
import type { TriggerSettings } from '../parameters/readTrigger';

/** What n8n starts an execution with: the items of its only output. */
export type Items = INodeExecutionData[][];

/** Turns records into what the trigger returns. */
export function asOutput(
	{ event, parameters: { options } }: TriggerSettings,
	items: Iterable<IDataObject>,
): Items {
	const records = [...items];
	const shown = hideSecrets(event.list.operation, records, options.includeSecrets);
	// Copies, because nodes that follow can change them, and other triggers and retries use the same records.
	return [shown.map((json) => ({ json: copyOf(json) }))];
}
