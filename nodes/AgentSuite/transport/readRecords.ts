import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { Mutex } from './pacing/mutex';
import { prepare } from './request';
import type { Backoff } from './retry';
import { count, RunUsage } from './pacing/runUsage';
import { send, type Call } from './send';

/**
 * The records of a response. Logs how many empty ones were skipped.
 * @throws {Problem} when the response does not have the documented shape
 */
export function recordsOf(
	{ logger }: IAllExecuteFunctions,
	operation: Operation,
	answer: unknown,
): IDataObject[] {
	return operation.records(answer, (skipped) =>
		logger.warn(`Agent Suite: skipped ${count(skipped, 'empty record')} in a list`),
	);
}

/**
 * Reads a list without parameters, outside the loop over items.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	times: Pick<Call, 'timeoutMs' | 'maxWaitMs' | 'deadline' | 'late'>,
	backoff?: Backoff,
): Promise<IDataObject[]> {
	const answer = await send(
		{ context, usage: new RunUsage(1), signal: undefined, sendSlot: new Mutex(), backoff },
		{
			...times,
			operation,
			connection,
			request: prepare(operation, connection.baseUrl, operation.request({})),
			maxTokens: 0,
			secrets: [connection.accessToken],
		},
	);
	return recordsOf(context, operation, answer);
}
