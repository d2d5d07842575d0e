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

/** The longest a timer can be set for, ms: a longer one would go off immediately. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** What is to be done for one input item, settled before anything is sent. */
export interface Plan {
	operation: Operation;
	parameters: Record<string, unknown>;
	options: RunOptions;
	call: Call;
	/** The same for requests that are the same, of the same account. */
	requestKey: string;
	/** Where to look before the request is sent: it might not be needed. */
	lookup?: Plan;
}

/** What an operation sends for one item, as `parts`, and waits for as the options say. */
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
			maxWaitMs: options.maxWait * 1000,
			maxTokens: options.maxTokens,
			secrets: [connection.accessToken, ...secretsSent(operation, request.body)],
		},
	};
}

/** Reads and checks everything that one item asks for. Nothing is sent. */
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
 * n8n runs the node again when the first item of a success has a top-level `error` (n8n #14423), so
 * a field of that name in a record is renamed.
 */
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	return { ...rest, serviceError: error };
}

/** A copy that shares nothing with the record. Most records are flat, for which a spread is much faster. */
function copyOf(record: IDataObject): IDataObject {
	const isDeep = Object.values(record).some((value) => typeof value === 'object' && value !== null);
	return isDeep ? structuredClone(record) : { ...record };
}

/**
 * The output items of one item, linked to it: filtered first, so that only what is sent is copied.
 * @param shared whether the records serve other items too, so that each gets copies
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
