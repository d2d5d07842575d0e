import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { failedItem, nodeError } from '../output/nodeErrors';
import { itemReader } from '../parameters/readParameters';
import { unlistedValues } from '../parameters/values';
import { unexpectedProblem } from '../transport/errors/httpError';
import { Mutex } from '../transport/pacing/acquireSlot';
import { Halt } from '../transport/pacing/halt';
import { RunUsage, Spending } from '../transport/pacing/runUsage';
import { secretsOf, type Run, type SendSettings } from '../transport/send';
import { Creates } from './creates';
import { outputsOf } from './output';
import { planItem, type Plan } from './plan';
import { SharedReads } from './sharedReads';
import { isTool, toolItems } from './toolOutput';

/** Reads in flight at a time, of credentials from n8n's database and of the service. Writes are sent one by one. */
const READS_AT_A_TIME = 128;

/** The name in n8n's custom execution data. Users filter the list of executions by it. */
const TOKENS_NOTE = 'agentSuiteTokens';

/** Adds tokens to those that the nodes of this execution have noted in n8n's custom execution data. */
function noteTokens(context: IExecuteFunctions, tokens: number): void {
	if (tokens === 0) return;
	try {
		// `context.customData` is missing in n8n 2.0 and earlier.
		const { $execution } = context.getWorkflowDataProxy(0) as IWorkflowDataProxyAdditionalKeys;
		const customData = $execution?.customData;
		const noted = Number(customData?.get(TOKENS_NOTE)) || 0;
		customData?.set(TOKENS_NOTE, String(noted + tokens));
	} catch {
		// It is only a note. Some contexts of n8n have no execution to keep it.
	}
}

/**
 * Runs a task for each index below `count`, at most `width` at a time, in order of index.
 * After a failure, no further task starts, but it waits for the tasks in progress.
 * @throws the error of the failed task with the lowest index
 */
export async function forEachIndex(
	count: number,
	width: number,
	task: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	/** By index, so that they are in order. */
	const failures: unknown[] = [];
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			try {
				await task(index);
			} catch (error) {
				failures[index] = error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, count) }, work));
	if (failures.length > 0) throw Object.values(failures)[0];
}

/** One run of the node for all its items. */
class NodeRun {
	private readonly node: INode;
	private readonly asTool: boolean;
	private readonly count: number;
	/** Whether a failure ends the run. With "Continue", it becomes the output of its item. */
	private readonly stops: boolean;
	private readonly halt: Halt;
	private readonly run: Run;
	private readonly plans: Array<Plan | undefined> = [];
	private readonly outputs: INodeExecutionData[][] = [];
	/** Each warning once, for any number of items. */
	private readonly warnings = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		settings: SendSettings,
	) {
		this.node = context.getNode();
		this.asTool = isTool(this.node);
		this.count = context.getInputData().length;
		this.stops = !context.continueOnFail();
		const spending = Spending.of(context.getContext('node'), context.getExecutionId());
		const usage = new RunUsage(this.count, spending, this.stops);
		this.halt = new Halt(context.getExecutionCancelSignal());
		this.run = { context, usage, halt: this.halt, sendLock: new Mutex(), ...settings };
	}

	/** Plans all items, so that a wrong parameter is found before anything is sent. */
	async plan(operations: Operation[]): Promise<void> {
		const reader = itemReader(this.context, this.asTool);
		await forEachIndex(this.count, READS_AT_A_TIME, async (itemIndex) => {
			try {
				this.plans[itemIndex] = await planItem(this.context, reader, operations, itemIndex);
			} catch (error) {
				this.fail(error, itemIndex);
			}
		});
	}

	/** Sends the requests, reads in parallel and writes in the order of the items. */
	async send(): Promise<void> {
		const { plans, run, context } = this;
		const { usage } = run;
		const reads = new SharedReads(run, plans);
		const creates = new Creates(run, context, reads);
		const hasWrites = plans.some((plan) => plan && plan.operation.effect !== 'read');
		try {
			await forEachIndex(this.count, hasWrites ? 1 : READS_AT_A_TIME, async (itemIndex) => {
				const plan = plans[itemIndex];
				if (!plan) return;
				try {
					const result =
						plan.operation.effect !== 'create'
							? await reads.records(plan)
							: await creates.create(plan, itemIndex);
					const { operation, parameters } = plan;
					// A model is told how many there are. `toolItems` applies the limit.
					const asked = this.asTool ? { ...parameters, returnAll: true } : parameters;
					const outputs = outputsOf({ ...plan, parameters: asked }, result, itemIndex);
					this.outputs[itemIndex] = outputs;
					if (outputs.length === 0) {
						const unlisted = unlistedValues(operation.fields, parameters);
						for (const warning of unlisted) this.warnings.add(warning);
					}
					usage.itemsDone++;
				} catch (error) {
					this.fail(error, itemIndex);
				}
			});
		} finally {
			noteTokens(context, usage.spent + usage.perhapsSpent);
		}
	}

	/** The output items, in the order of the input, after hints about the run. */
	result(): INodeExecutionData[] {
		const hint = this.run.usage.hint();
		const location = 'outputPane';
		if (hint) this.context.addExecutionHints({ message: hint, location, type: 'info' });
		for (const message of this.warnings) {
			this.context.addExecutionHints({ message, location, type: 'warning' });
		}
		const outputs = this.outputs.flat();
		// A tool has one input item.
		const [plan] = this.plans;
		if (!this.asTool || !plan) return outputs;
		const items = outputs.map(({ json }) => json);
		return toolItems(items, plan).map((json) => ({ json, pairedItem: { item: 0 } }));
	}

	/**
	 * With "Continue", a failure becomes the output of its item, also after Stop: n8n would pass the input items on
	 * instead of a thrown one. Otherwise it ends the run, unless the item only failed because the run had ended.
	 */
	private fail(given: unknown, itemIndex: number): void {
		const { node, plans, outputs, asTool } = this;
		const call = plans[itemIndex]?.call;
		// The text of an error that nobody foresaw can contain any value of the request.
		const error =
			call && !(given instanceof Problem) ? unexpectedProblem(given, secretsOf(call)) : given;
		// A model gets the output as it is, because it contains no records.
		delete plans[itemIndex];
		if (!this.stops) {
			outputs[itemIndex] = [failedItem(node, error, itemIndex)];
			return;
		}
		if (this.halt.isConsequence(error)) return;
		this.halt.endRun();
		const failure = nodeError(node, error, itemIndex, asTool);
		const inDoubt = error instanceof Problem && error.inDoubt;
		if (!asTool || !node.retryOnFail || !inDoubt) throw failure;
		// n8n would call the tool again, which would create the record twice, because tries have nothing in common.
		outputs[itemIndex] = [{ json: { note: failure.message }, pairedItem: { item: itemIndex } }];
	}
}

/** The only loop over items: plans all, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
	settings: SendSettings = {},
): Promise<INodeExecutionData[][]> {
	const run = new NodeRun(context, settings);
	await run.plan(operations);
	await run.send();
	return [run.result()];
}
