import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { failedItem, nodeError } from '../output/nodeErrors';
import { itemReader } from '../parameters/readParameters';
import { unlistedValues } from '../parameters/unlisted';
import { Halt } from '../transport/pacing/halt';
import { Mutex } from '../transport/pacing/mutex';
import { RunUsage, Spending } from '../transport/pacing/runUsage';
import { send, type Run, type SendSettings } from '../transport/send';
import { connectionReader } from './connections';
import { Existing } from './existing';
import { forEachIndex } from './forEachIndex';
import { outputsOf, planItem, type Plan } from './plan';
import { SharedReads } from './sharedReads';
import { toolCall } from './toolCall';
import { isTool, toolItems } from './toolOutput';
import { Turns } from './turns';
import { Writes } from './writeCache';

/**
 * Number of reads in flight at a time. Writes are sent one by one. The rate limiter allows fewer reads at the limits
 * of the account.
 */
const READS_AT_A_TIME = 128;

/** Settings of a run in addition to the parameters of the node. */
export interface RunSettings extends SendSettings {
	readsAtATime?: number;
}

const isRead = (plan: Plan | undefined) => !plan || plan.operation.method === 'GET';

/**
 * The writes of earlier tries. Undefined if n8n does not retry. Tries are identified by execution, node, run, and item,
 * which n8n repeats, and not by the parameters, which can change. For a tool, each try is a new run, so they are
 * identified by the request of the model.
 */
function writesOf(
	context: IExecuteFunctions,
	plans: Array<Plan | undefined>,
	asTool: boolean,
): Writes | undefined {
	const { id, retryOnFail } = context.getNode();
	if (!retryOnFail || plans.every(isRead)) return undefined;
	const run = asTool ? toolCall(context) : context.getWorkflowDataProxy(0).$runIndex;
	const workflow = context.getWorkflow().id;
	return new Writes(JSON.stringify([workflow, context.getExecutionId(), id, run]), Date.now());
}

/** Sends a write, unless an earlier try did, or the record exists and the user chose to reuse it. */
async function write(
	run: Run,
	plan: Plan,
	itemIndex: number,
	writes: Writes | undefined,
	existing: Existing,
	turns: Turns,
): Promise<INodeExecutionData[]> {
	let sent = false;
	const attempt = async () => {
		const found = writes?.isDone(itemIndex) ? undefined : await existing.find(plan);
		if (found) {
			run.usage.existing++;
			return await outputsOf(plan, found, itemIndex, true, turns);
		}
		const earlier = writes?.earlier(itemIndex);
		if (earlier) {
			run.usage.alreadyDone++;
			return earlier.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		}
		const response = await send(run, plan.call);
		sent = true;
		const records = plan.operation.records(response);
		existing.created(plan, records);
		const outputs = await outputsOf(plan, records, itemIndex, false, turns);
		writes?.done(
			itemIndex,
			outputs.map(({ json }) => json),
		);
		return outputs;
	};
	const outcome = attempt();
	outcome.catch((error: unknown) => {
		if (!(error instanceof Problem)) return;
		// If the response arrived but cannot be read, the write was done.
		error.inDoubt ||= sent;
		if (!error.inDoubt) return;
		// Another try or another item must not send it.
		writes?.inDoubt(itemIndex, error);
		existing.inDoubt(plan, error);
	});
	return await outcome;
}

/** Shortens the output for a model. A tool has one input item, so all items are linked to it. */
function forModel(
	outputs: INodeExecutionData[],
	operation: Operation | undefined,
): INodeExecutionData[] {
	const items = outputs.map(({ json }) => json);
	const shown = toolItems(items, operation);
	return shown === items ? outputs : shown.map((json) => ({ json, pairedItem: { item: 0 } }));
}

/** The only loop over items: plans all, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
	{ readsAtATime = READS_AT_A_TIME, ...settings }: RunSettings = {},
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	const node = context.getNode();
	const asTool = isTool(node, context);
	const stops = !context.continueOnFail();
	const spending = Spending.of(context.getContext('node'), context.getExecutionId());
	const usage = new RunUsage(count, spending, stops);
	const signal = context.getExecutionCancelSignal?.();
	const halt = new Halt(signal);
	const run: Run = { context, usage, signal, halt, sendLock: new Mutex(), ...settings };
	const turns = new Turns();
	const outputs = new Array<INodeExecutionData[]>(count);
	/** Each warning once, for any number of items. */
	const warnings = new Set<string>();
	let failed = false;

	/**
	 * With "Continue", a failure becomes the output of its item, also after Stop: n8n would pass the input items on
	 * instead of a thrown one. Otherwise it ends the run.
	 */
	const fail = (error: unknown, itemIndex: number) => {
		failed = true;
		if (stops) {
			if (halt.isConsequence(error)) return;
			halt.endRun();
			throw nodeError(node, error, itemIndex, asTool);
		}
		outputs[itemIndex] = [failedItem(node, error, itemIndex)];
	};

	const reader = itemReader(context, asTool);
	const connectionFor = connectionReader(context);
	const plans = new Array<Plan | undefined>(count);
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		try {
			plans[itemIndex] = await planItem(reader, operations, connectionFor, itemIndex);
		} catch (error) {
			fail(error, itemIndex);
		}
		await turns.next();
	}

	const reads = new SharedReads(run, plans, turns);
	const existing = new Existing(reads);
	const writes = writesOf(context, plans, asTool);
	try {
		await forEachIndex(count, plans.every(isRead) ? readsAtATime : 1, async (itemIndex) => {
			const plan = plans[itemIndex];
			if (!plan) return;
			try {
				if (isRead(plan)) {
					const { records, shared } = await reads.read(plan);
					await turns.next();
					outputs[itemIndex] = await outputsOf(plan, records, itemIndex, shared, turns);
					if (outputs[itemIndex].length === 0) {
						for (const text of unlistedValues(plan.operation.fields, plan.parameters)) {
							warnings.add(text);
						}
					}
				} else {
					outputs[itemIndex] = await write(run, plan, itemIndex, writes, existing, turns);
				}
				usage.itemsDone++;
			} catch (error) {
				fail(error, itemIndex);
			}
		});
	} finally {
		writes?.end(failed, Date.now());
	}

	const hint = usage.hint();
	// Older n8n versions have no hints.
	if (hint) context.addExecutionHints?.({ message: hint, location: 'outputPane', type: 'info' });
	for (const message of warnings) {
		context.addExecutionHints?.({ message, location: 'outputPane', type: 'warning' });
	}
	return [asTool ? forModel(outputs.flat(), plans[0]?.operation) : outputs.flat()];
}
