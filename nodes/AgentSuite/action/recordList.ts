import type { IDataObject } from 'n8n-workflow';

import type { RecordList } from '../model/operation';

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
