/** What n8n would otherwise make of an output or an error, and how that is avoided. */

import type {
	IDataObject,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { copyOf } from '../model/record';

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

/**
 * An item for the error branch. Needed until n8n 2.31 is the earliest version: earlier ones treat an item with `details` as a success,
 * unless the item itself has an `error`. It is not enumerable, because n8n would discard our `json` otherwise.
 */
export const forErrorBranch = (
	item: INodeExecutionData,
	error: NodeApiError | NodeOperationError,
): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: error, writable: true, configurable: true });

/** An error with its own message: n8n replaces one that contains a code such as ETIMEDOUT by a text of its own, whoever has written it. */
export const withOwnMessage = <E extends NodeApiError | NodeOperationError>(
	error: E,
	message: string,
): E => Object.assign(error, { message, messages: [] });

/**
 * A text that others wrote, such as the service or a user, for an error. n8n treats one with the word "canceled" as a run that somebody
 * stopped, so that word is replaced.
 */
export const withoutStopWord = (text: string): string => text.replace(/cancell?ed/gi, 'called off');
