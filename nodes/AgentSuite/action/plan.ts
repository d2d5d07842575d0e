import type { ItemParameters, ItemsReader } from '../parameters/readParameters';
import { connectionOf } from '../transport/credential/connection';
import { prepare, type Request } from '../transport/request';
import type { ActionRun } from './actionRun';

/** The checked request of one input item, and what to return of its response. */
export interface Plan extends ItemParameters {
	request: Request;
}

/**
 * Reads and checks the parameters and the credential of one item. The credential is read for each item, because its
 * fields can contain expressions, and n8n does not say whether they do. Nothing is sent.
 */
export async function planItem(
	{ context }: ActionRun,
	reader: ItemsReader,
	itemIndex: number,
): Promise<Plan> {
	const asked = reader.read(itemIndex);
	const { operation } = asked;
	const connection = connectionOf(await context.getCredentials('agentSuiteApi', itemIndex));
	const { timeout, maxWait, maxTokens } = asked.parameters.options;
	const request = {
		...prepare(operation, connection.baseUrl, asked.parameters),
		operation,
		connection,
		timeoutMs: timeout * 1000,
		maxWaitMs: maxWait * 1000,
		hasOptions: true,
		// Users enter 0 for no limit.
		maxTokens: maxTokens || Infinity,
	};
	return { ...asked, request };
}
