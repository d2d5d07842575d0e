import { createHash } from 'node:crypto';

import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { connectionOf, type Connection } from '../transport/connection';
import { Mutex } from '../transport/mutex';
import { failedItem, nodeError } from '../output/nodeErrors';
import { RunUsage } from '../transport/runUsage';
import {
	itemReader,
	readFields,
	readOperation,
	readOptions,
	type ParameterReader,
	type RunOptions,
} from '../parameters/readParameters';
import { forEachIndex } from './forEachIndex';
import type { Problem } from '../model/problem';
import { prepare } from '../transport/request';
import { hideSecrets, passwordsIn } from '../output/secrets';
import type { Backoff } from '../transport/retry';
import { send, type Call, type Run } from '../transport/send';
import { isTool, toolItems } from './toolOutput';
import { rememberedWrite, rememberWrite } from './writeCache';

/**
 * How many reads are in flight at a time; writes go one after the other. The rate limiter lets fewer go where
 * the account has limits. What other numbers would save: docs/performance.md.
 */
const READS_AT_A_TIME = 128;

/** The longest a timer can be set for, ms: a longer one would go off at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Records or items handled before others get a turn, so that no worker stalls. */
const TURN = 25_000;

/** What is to be done for one input item, settled before anything is sent. */
interface Plan {
	operation: Operation;
	parameters: Record<string, unknown>;
	options: RunOptions;
	call: Call;
	/** The same for requests that are the same. */
	requestKey: string;
}

/** Reads and checks everything that one item asks for; nothing is sent. */
async function planItem(
	reader: ParameterReader,
	operations: Operation[],
	connect: () => Promise<Connection>,
	itemIndex: number,
): Promise<Plan> {
	const operation = readOperation(reader, operations, itemIndex);
	const parameters = readFields(reader, operation.fields, itemIndex);
	const options = readOptions(reader, itemIndex, operation.options);
	const parts = operation.request(parameters, options);
	const connection = await connect();
	const request = prepare(operation, connection.baseUrl, parts);
	return {
		operation,
		parameters,
		options,
		requestKey: createHash('sha256').update(JSON.stringify(request)).digest('base64'),
		call: {
			operation,
			connection,
			request,
			timeoutMs: Math.min(options.timeout * 1000, LONGEST_TIMEOUT),
			maxWaitMs: options.maxWait * 1000,
			maxTokens: options.maxTokens,
			secrets: [connection.accessToken, ...passwordsIn(operation, parameters)],
		},
	};
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

/** The output items of one answer, paired to the item that asked. */
async function outputItems(
	{ operation, parameters, options }: Plan,
	answer: unknown,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const all = operation.records(answer);
	const records = options.includeSecrets ? all : hideSecrets(operation, all);
	const items = operation.items ? operation.items(records, parameters) : records;
	const outputs: INodeExecutionData[] = [];
	for (let index = 0; index < items.length; index++) {
		outputs.push({ json: withoutErrorField(items[index]), pairedItem: { item: itemIndex } });
		if (index % TURN === TURN - 1) await sleep(0);
	}
	return outputs;
}

/**
 * Sends reads that several items have in common once. An answer is kept only while an item that needs
 * it is still to come.
 */
class SharedReads {
	private readonly expected = new Map<string, number>();
	private readonly answers = new Map<string, Promise<unknown>>();

	constructor(
		private readonly run: Run,
		plans: Array<Plan | undefined>,
	) {
		for (const plan of plans) {
			if (plan && SharedReads.mayShare(plan)) {
				this.expected.set(plan.requestKey, (this.expected.get(plan.requestKey) ?? 0) + 1);
			}
		}
	}

	private static mayShare({ operation, options }: Plan): boolean {
		return operation.method === 'GET' && options.reuseReads;
	}

	/** The answer, an own copy where others get the same. */
	async answer(plan: Plan): Promise<unknown> {
		const { requestKey, call } = plan;
		const left = this.expected.get(requestKey) ?? 0;
		if (!SharedReads.mayShare(plan) || (left <= 1 && !this.answers.has(requestKey))) {
			return await send(this.run, call);
		}
		const known = this.answers.get(requestKey);
		const answer = known ?? send(this.run, call);
		this.answers.set(requestKey, answer);
		this.expected.set(requestKey, left - 1);
		if (left <= 1) this.answers.delete(requestKey);
		const own = structuredClone(await answer);
		if (known) this.run.usage.reused++;
		return own;
	}
}

/** The answer to a write; an earlier try of the same run may have got it already. */
async function write(run: Run, plan: Plan, itemIndex: number): Promise<unknown> {
	const context = run.context as IExecuteFunctions;
	const { id, retryOnFail } = context.getNode();
	const executionId = context.getExecutionId();
	if (!retryOnFail || !executionId) return await send(run, plan.call);
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	const key = [executionId, id, $runIndex, itemIndex, plan.requestKey].join('\n');
	const earlier = rememberedWrite(key, Date.now());
	if (earlier) {
		if ('problem' in earlier) throw earlier.problem;
		run.usage.alreadyDone++;
		return structuredClone(earlier.answer);
	}
	const sending = send(run, plan.call);
	sending.catch((problem: Problem) => {
		if (problem.inDoubt) rememberWrite(key, { problem }, Date.now());
	});
	const answer = await sending;
	rememberWrite(key, { answer: structuredClone(answer) }, Date.now());
	return answer;
}

/** What a model is given: no more than it can read. A tool has one input item, so that is what all belongs to. */
function forModel(
	outputs: INodeExecutionData[],
	operation: Operation | undefined,
): INodeExecutionData[] {
	const items = outputs.map(({ json }) => json);
	const shown = toolItems(items, operation);
	return shown === items ? outputs : shown.map((json) => ({ json, pairedItem: { item: 0 } }));
}

/** What can be set for a run besides the parameters of the node. */
export interface RunSettings {
	readsAtATime?: number;
	backoff?: Backoff;
}

/** The only loop over items: plan all, then send, then put the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
	{ readsAtATime = READS_AT_A_TIME, backoff }: RunSettings = {},
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	const node = context.getNode();
	const asTool = isTool(node, context);
	const usage = new RunUsage(count);
	const run: Run = {
		context,
		usage,
		signal: context.getExecutionCancelSignal?.(),
		sendSlot: new Mutex(),
		backoff,
	};
	const outputs = new Array<INodeExecutionData[]>(count);

	/** Under "Continue" a failure becomes the output of its item; otherwise it ends the run. */
	const fail = (error: unknown, itemIndex: number) => {
		if (run.signal?.aborted || !context.continueOnFail())
			throw nodeError(node, error, itemIndex, asTool);
		outputs[itemIndex] = [failedItem(node, error, itemIndex)];
	};

	let connection: Promise<Connection> | undefined;
	const connect = async () => {
		// Decrypting the credential costs milliseconds: once a run is enough.
		connection ??= context.getCredentials('agentSuiteApi').then(connectionOf);
		return await connection;
	};

	const reader = itemReader(context, asTool);
	const plans = new Array<Plan | undefined>(count);
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		try {
			plans[itemIndex] = await planItem(reader, operations, connect, itemIndex);
		} catch (error) {
			fail(error, itemIndex);
		}
		if (itemIndex % TURN === TURN - 1) await sleep(0);
	}

	const reads = new SharedReads(run, plans);
	const onlyReads = plans.every((plan) => !plan || plan.operation.method === 'GET');
	await forEachIndex(count, onlyReads ? readsAtATime : 1, async (itemIndex) => {
		const plan = plans[itemIndex];
		if (!plan) return;
		try {
			const answer =
				plan.operation.method === 'GET'
					? await reads.answer(plan)
					: await write(run, plan, itemIndex);
			outputs[itemIndex] = await outputItems(plan, answer, itemIndex);
			usage.itemsDone++;
		} catch (error) {
			fail(error, itemIndex);
		}
	});

	const hint = usage.hint();
	// Older n8n has no hints.
	if (hint) context.addExecutionHints?.({ message: hint, location: 'outputPane', type: 'info' });
	return [asTool ? forModel(outputs.flat(), plans[0]?.operation) : outputs.flat()];
}
