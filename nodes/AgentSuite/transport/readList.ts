import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { steadyClock } from './pacing/clock';
import type { RunUsage } from './pacing/runUsage';
import { prepare, type Request } from './request';
import { newRun } from './run';
import { requestRecords } from './send';

/**
 * Reads a list without parameters, outside the loop over items.
 * @param times `pollMs`: what is left of the time of a poll. Default: it is read outside a poll, and no time limits the whole
 * @param usage counts what it costs
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	{ pollMs, ...times }: Pick<Request, 'timeoutMs' | 'maxWaitMs'> & { pollMs?: number },
	usage?: RunUsage,
): Promise<IDataObject[]> {
	return await requestRecords(newRun(context, usage), {
		...times,
		...(pollMs !== undefined && { deadline: steadyClock.now() + pollMs }),
		...prepare(operation, connection.baseUrl, operation.request({})),
		operation,
		connection,
		maxTokens: 0,
	});
}
