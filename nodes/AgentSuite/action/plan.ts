import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import {
	readFields,
	readFilters,
	readLimit,
	readOperation,
	readOptions,
	type FilterValues,
	type ParameterReader,
	type RunOptions,
} from '../parameters/readParameters';
import { timeoutOption } from '../parameters/sharedFields';
import { connectionOf } from '../transport/connection';
import { prepare, type Request } from '../transport/request';

/** The checked request of one input item. */
export interface Plan {
	operation: Operation;
	/** Of its fields and options. */
	parameters: { [name: string]: unknown; options: RunOptions };
	filters: FilterValues;
	/** Maximum number of records to return. Undefined: all. */
	limit?: number;
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
	const options = readOptions(reader, itemIndex, operation, asTool);
	const parameters = { ...readFields(reader, operation.fields, itemIndex), options };
	const filters = readFilters(reader, operation.filters, itemIndex);
	const limit = operation.isList ? readLimit(reader, itemIndex) : undefined;
	const parts = operation.request(parameters);
	const connection = connectionOf(await context.getCredentials('agentSuiteApi', itemIndex));
	const request = {
		...prepare(operation, connection.baseUrl, parts),
		operation,
		connection,
		timeoutMs: options.timeout * 1000,
		timeoutOption: timeoutOption.displayName,
		maxWaitMs: options.maxWait * 1000,
		maxTokens: options.maxTokens,
	};
	return { operation, parameters, filters, limit, request };
}
