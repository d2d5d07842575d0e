import { createHash } from 'node:crypto';

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

/** Longest possible timer, ms. A longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The checked request of one input item. */
export interface Plan {
	operation: Operation;
	parameters: Record<string, unknown>;
	options: RunOptions;
	call: Call;
	/** Equal for identical requests of the same account. */
	requestKey: string;
	/** Where to look for the record before a write, which might not be needed. */
	lookup?: Plan;
}

function planOf(
	operation: Operation,
	parts: RequestParts,
	connection: Connection,
	own: Pick<Plan, 'parameters' | 'options'>,
): Plan {
	const { options } = own;
	const request = prepare(operation, connection.baseUrl, parts);
	const same = JSON.stringify([request, connection.account]);
	return {
		...own,
		operation,
		requestKey: createHash('sha256').update(same).digest('base64'),
		call: {
			operation,
			connection,
			request,
			timeoutMs: Math.min(options.timeout * 1000, MAX_TIMER_MS),
			timeoutOption: 'Timeout (Seconds)',
			maxWaitMs: options.maxWait * 1000,
			maxTokens: options.maxTokens,
			secrets: secretsSent(operation, own.parameters),
		},
	};
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
	const plan = planOf(operation, parts, connection, { parameters, options });
	const { existing } = operation;
	if (!existing?.isWanted(options)) return plan;
	const lookup = planOf(existing.from, existing.from.request({}), connection, {
		parameters: {},
		options: { ...options, reuseReads: true },
	});
	return { ...plan, lookup };
}
