import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { hideSecrets } from '../output/secrets';
import type { Plan } from './plan';

/** Renames a field `error`: for one in the first item of a success, n8n would run the node again (n8n #14423). */
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}

/**
 * The output items of one input item, linked to it, without secrets unless the user includes them.
 * @param needsCopy whether the records are in another output already
 */
export function outputItems(
	{ operation, parameters }: Plan,
	records: IDataObject[],
	needsCopy: boolean,
	itemIndex: number,
): INodeExecutionData[] {
	const { includeSecrets } = parameters.options;
	const shown = includeSecrets ? records : hideSecrets(operation, records);
	return shown.map((record) => ({
		json: withoutErrorField(needsCopy ? copyOf(record) : record),
		pairedItem: { item: itemIndex },
	}));
}
