import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readParameters';
import type { SendSettings } from '../transport/call';
import { connectionOf } from '../transport/connection';
import { RunUsage } from '../transport/pacing/runUsage';
import { readList } from '../transport/send';

/** Maximum time of a poll, ms. n8n gives up after 45 s. */
const MAX_POLL_MS = 30_000;

/** Reads the list of the event. @throws {Problem} when there is no success response of the documented shape */
export async function readRecords(
	context: IPollFunctions,
	{ event }: TriggerSettings,
	settings?: SendSettings,
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	return await readList(context, event.list.operation, connection, times, settings, usage);
}
