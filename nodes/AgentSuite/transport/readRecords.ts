import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { Mutex } from './pacing/mutex';
import { prepare } from './request';
import { count, RunUsage, Spending } from './pacing/runUsage';
import { clock } from './pacing/acquireSlot';
import { send, type Call, type SendSettings } from './send';

/**
 * The records of a response. Logs how many empty ones were skipped.
 * @throws {Problem} when the response does not have the documented shape
 */
export function recordsOf(
	{ logger }: IAllExecuteFunctions,
	operation: Operation,
	body: unknown,
): IDataObject[] {
	return operation.records(body, (skipped) =>
		logger.warn(`Agent Suite: skipped ${count(skipped, 'empty record')} in a list`),
	);
}

/**
 * Reads a list without parameters, outside the loop over items.
 * @param times `budgetMs`: maximum time for everything, such as the time of a poll. Default: no limit
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	times: Pick<Call, 'timeoutMs' | 'maxWaitMs' | 'late'> & { budgetMs?: number },
	settings: SendSettings = {},
): Promise<IDataObject[]> {
	const { budgetMs = Infinity, ...limits } = times;
	const usage = new RunUsage(1, Spending.of({}));
	const body = await send(
		{ context, usage, signal: undefined, sendLock: new Mutex(), ...settings },
		{
			...limits,
			deadline: clock() + budgetMs,
			operation,
			connection,
			request: prepare(operation, connection.baseUrl, operation.request({})),
			maxTokens: 0,
			secrets: [],
		},
	);
	return recordsOf(context, operation, body);
}
