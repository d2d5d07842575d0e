import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { clock, Mutex } from './pacing/acquireSlot';
import { Halt } from './pacing/halt';
import { count, RunUsage, Spending } from './pacing/runUsage';
import { prepare } from './request';
import { send, type Call, type SendSettings } from './send';

/**
 * The records of a response. Logs how many could not be read.
 * @throws {Problem} when the response does not have the documented shape
 */
export function recordsOf(
	{ logger }: IAllExecuteFunctions,
	operation: Operation,
	body: unknown,
): IDataObject[] {
	return operation.records(body, (skipped) =>
		logger.warn(`Agent Suite: skipped ${count(skipped, 'record')} that cannot be read`),
	);
}

/** Counts what a single request costs. */
export const usageOfOne = () => new RunUsage(1, Spending.of({}));

/**
 * Reads a list without parameters, outside the loop over items.
 * @param times `budgetMs`: maximum time for everything, such as the time of a poll. Default: no limit
 * @param usage counts what the request costs
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	times: Pick<Call, 'timeoutMs' | 'maxWaitMs'> & { budgetMs?: number },
	settings: SendSettings = {},
	usage = usageOfOne(),
): Promise<IDataObject[]> {
	const { budgetMs = Infinity, ...limits } = times;
	const body = await send(
		{ context, usage, halt: new Halt(), sendLock: new Mutex(), ...settings },
		{
			...limits,
			deadline: clock() + budgetMs,
			operation,
			connection,
			request: prepare(operation, connection.baseUrl, operation.request({}, {})),
			maxTokens: 0,
			secrets: [],
		},
	);
	return recordsOf(context, operation, body);
}
