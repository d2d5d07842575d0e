import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Call, Run, SendSettings } from './call';
import type { Connection } from './connection';
import { Budget } from './pacing/budget';
import { steadyClock } from './pacing/clock';
import { Halt } from './pacing/halt';
import { Mutex } from './pacing/mutex';
import { RunUsage } from './pacing/runUsage';
import { prepare } from './request';
import { requestRecords } from './send';

/**
 * Reads a list without parameters, outside the loop over items.
 * @param times `pollMs`: what is left of the time of a poll. Default: it is read outside a poll, and no time limits the whole
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	{ pollMs, ...times }: Pick<Call, 'timeoutMs' | 'maxWaitMs'> & { pollMs?: number },
	settings: SendSettings = {},
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const run: Run = {
		context,
		usage,
		halt: new Halt(),
		budget: new Budget(),
		accountQueue: new Mutex(),
		...settings,
	};
	const call: Call = {
		...times,
		...(pollMs !== undefined && { deadline: steadyClock.now() + pollMs }),
		operation,
		connection,
		request: prepare(operation, connection.baseUrl, operation.request({}, {})),
		maxTokens: 0,
		secrets: [],
		ordinaryTexts: [],
	};
	return await requestRecords(run, call);
}
