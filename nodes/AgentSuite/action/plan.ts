import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation, RequestParts } from '../model/operation';
import { secretsSent } from '../output/secrets';
import {
	readFields,
	readOperation,
	readOptions,
	type ParameterReader,
	type RunOptions,
} from '../parameters/readParameters';
import { connectionOf, type Connection } from '../transport/connection';
import { prepare } from '../transport/request';
import type { Call } from '../transport/send';

/** The checked request of one input item. */
export interface Plan {
	operation: Operation;
	parameters: Record<string, unknown>;
	options: RunOptions;
	call: Call;
	/** The read of the list to look in before a create, if the user wants that. */
	lookup?: Plan;
}

function planOf(
	operation: Operation,
	parts: RequestParts,
	connection: Connection,
	parameters: Plan['parameters'],
	options: RunOptions,
): Plan {
	const call = {
		operation,
		connection,
		request: prepare(operation, connection.baseUrl, parts),
		timeoutMs: options.timeout * 1000,
		timeoutOption: 'Timeout (Seconds)',
		maxWaitMs: options.maxWait * 1000,
		maxTokens: options.maxTokens,
		secrets: secretsSent(operation, parameters),
	};
	return { operation, parameters, options, call };
}

/**
 * Reads and checks the parameters and the credential of one item. The credential is read for each item, because its
 * fields can contain expressions, and n8n does not say whether they do. Nothing is sent.
 */
export async function planItem(
	context: IExecuteFunctions,
	reader: ParameterReader,
	operations: Operation[],
	itemIndex: number,
): Promise<Plan> {
	const operation = readOperation(reader, operations, itemIndex);
	const parameters = readFields(reader, operation.fields, itemIndex);
	const options = readOptions(reader, itemIndex, operation.options);
	const parts = operation.request(parameters, options);
	const connection = connectionOf(await context.getCredentials('agentSuiteApi', itemIndex));
	const plan = planOf(operation, parts, connection, parameters, options);
	const { existing } = operation;
	if (!existing?.isWanted(options)) return plan;
	const shared = { ...options, reuseReads: true };
	const lookup = planOf(existing.from, existing.from.request({}, {}), connection, {}, shared);
	return { ...plan, lookup };
}
