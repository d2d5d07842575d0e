import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import {
	readFields,
	readOperation,
	readOptions,
	type ParameterReader,
	type RunOptions,
} from '../parameters/readParameters';
import { connectionOf } from '../transport/connection';
import { prepare, type Request } from '../transport/request';

/** The checked request of one input item. */
export interface Plan {
	operation: Operation;
	parameters: Record<string, unknown>;
	options: RunOptions;
	request: Request;
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
	asTool: boolean,
): Promise<Plan> {
	const operation = readOperation(reader, operations);
	const parameters = readFields(reader, operation.fields, itemIndex);
	const options = readOptions(reader, itemIndex, operation.options ?? [], asTool);
	const parts = operation.request(parameters, options);
	const connection = connectionOf(await context.getCredentials('agentSuiteApi', itemIndex));
	const request = {
		...prepare(operation, connection.baseUrl, parts),
		operation,
		connection,
		timeoutMs: options.timeout * 1000,
		timeoutOption: 'Timeout (Seconds)',
		maxWaitMs: options.maxWait * 1000,
		maxTokens: options.maxTokens,
	};
	return { operation, parameters, options, request };
}
