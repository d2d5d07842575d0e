import type { IDataObject } from 'n8n-workflow';

import { copyOf } from '../records/record';

/** Records as they are in the output: copies, because nodes that follow can change them, and without a field `error`. */
export const recordsForN8n = (records: IDataObject[]): IDataObject[] =>
	records.map((record) => withErrorRenamed(copyOf(record)));

/**
 * A record with another name of a field `error`: for one in the first item of a success, n8n would run the node again (n8n #14423).
 */
function withErrorRenamed(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}
