import { createHash } from 'node:crypto';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Operation, RequestParts } from '../model/operation';
import { hideSecrets, secretsSent } from '../output/secrets';
import {
	readFields,
	readOperation,
	readOptions,
	type ParameterReader,
	type RunOptions,
} from '../parameters/readParameters';
import type { Connection } from '../transport/connection';
import { prepare } from '../transport/request';
import type { Call } from '../transport/send';
import type { Turns } from './turns';

/** Longest possible timer, ms. A longer one would fire immediately. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

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
	const same = JSON.stringify([request, connection.accessToken, connection.allowedDomains]);
	return {
		...own,
		operation,
		requestKey: createHash('sha256').update(same).digest('base64'),
		call: {
			operation,
			connection,
			request,
			timeoutMs: Math.min(options.timeout * 1000, LONGEST_TIMEOUT),
			timeoutOption: 'Timeout (Seconds)',
			maxWaitMs: options.maxWait * 1000,
			maxTokens: options.maxTokens,
			secrets: secretsSent(operation, own.parameters),
		},
	};
}

/** Reads and checks the parameters of one item. Nothing is sent. */
export async function planItem(
	reader: ParameterReader,
	operations: Operation[],
	connectionFor: (itemIndex: number) => Promise<Connection>,
	itemIndex: number,
): Promise<Plan> {
	const operation = readOperation(reader, operations, itemIndex);
	const parameters = readFields(reader, operation.fields, itemIndex);
	const options = readOptions(reader, itemIndex, operation.options);
	const parts = operation.request(parameters, options);
	const connection = await connectionFor(itemIndex);
	const plan = planOf(operation, parts, connection, { parameters, options });
	const { existing } = operation;
	if (!existing || (options as Record<string, unknown>)[existing.option] !== true) return plan;
	const lookup = planOf(existing.from, existing.from.request({}), connection, {
		parameters: {},
		options: { ...options, reuseReads: true },
	});
	return { ...plan, lookup };
}

/**
 * Renames a field named `error`. n8n would run the node again if the first item of a success had one at the top level
 * (n8n #14423).
 */
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	return { ...rest, serviceError: error };
}

/** A deep copy. Most records are flat, and a spread is much faster for them. */
function copyOf(record: IDataObject): IDataObject {
	const isDeep = Object.values(record).some((value) => typeof value === 'object' && value !== null);
	return isDeep ? structuredClone(record) : { ...record };
}

/**
 * The output items of one item, linked to it. They are filtered first, so that only returned records are copied.
 * @param shared whether other items use the same records, so that each needs copies
 */
export async function outputsOf(
	{ operation, parameters, options }: Plan,
	records: IDataObject[],
	itemIndex: number,
	shared: boolean,
	turns: Turns,
): Promise<INodeExecutionData[]> {
	const items = operation.items ? operation.items(records, parameters) : records;
	const outputs: INodeExecutionData[] = [];
	for (const item of items) {
		const [shown] = options.includeSecrets ? [item] : hideSecrets(operation, [item]);
		const json = withoutErrorField(shared ? copyOf(shown) : shown);
		outputs.push({ json, pairedItem: { item: itemIndex } });
		if (outputs.length % 500 === 0) await turns.next();
	}
	return outputs;
}
