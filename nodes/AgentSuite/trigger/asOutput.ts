import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { hideSecrets } from '../output/secrets';
import type { TriggerSettings } from '../parameters/readTrigger';
import type { Delivery } from './outbox/delivery';

/** Turns items into what the trigger returns. */
export function asOutput(
	{ event, parameters: { options } }: TriggerSettings,
	items: IDataObject[],
): INodeExecutionData[][] {
	const shown = options.includeSecrets ? items : hideSecrets(event.list.operation, items);
	// Copies, because nodes that follow can change them, and other triggers and retries use the same records.
	return [shown.map((json) => ({ json: copyOf(json) }))];
}

/** The same for records that are ready, so that each has an item. */
export const readyAsOutput = (settings: TriggerSettings, records: Delivery[]) =>
	asOutput(
		settings,
		records.map(({ item }) => item as IDataObject),
	);
