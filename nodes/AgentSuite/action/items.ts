import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import type { RecordList } from '../model/operation';
import { hideSecrets } from '../output/secrets';
import type { Plan } from './plan';

/** The records of one response, with what operations make of them. */
export function recordList(records: IDataObject[]): RecordList {
	const made = new Map<unknown, unknown>();
	return {
		records,
		once<Result>(make: (records: IDataObject[]) => Result): Result {
			if (!made.has(make)) made.set(make, make(records));
			return made.get(make) as Result;
		},
	};
}

/** The records of a response for one input item. */
export interface ItemRecords {
	list: RecordList;
	/** Whether the records are in another output already, so that this output needs copies. */
	needsCopy: boolean;
}

/** Renames a field `error`: for one in the first item of a success, n8n would run the node again (n8n #14423). */
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}

/** The output items of one input item, linked to it, without secrets unless the user includes them. */
export function outputsOf(
	{ operation, parameters, options }: Plan,
	{ list, needsCopy }: ItemRecords,
	itemIndex: number,
): INodeExecutionData[] {
	const items = operation.items?.(list, parameters) ?? list.records;
	const shown = options.includeSecrets ? items : hideSecrets(operation, items);
	return shown.map((item) => ({
		json: withoutErrorField(needsCopy ? copyOf(item) : item),
		pairedItem: { item: itemIndex },
	}));
}
