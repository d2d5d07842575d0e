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
import { unlistedValues } from '../parameters/unlisted';
import { unexpectedProblem } from '../transport/errors/unexpected';
import { Halt } from '../transport/pacing/halt';
import { Mutex } from '../transport/pacing/mutex';
import { RunUsage, Spending } from '../transport/pacing/runUsage';
import { send, type Run, type SendSettings } from '../transport/send';
import { Creates } from './creates';
import { forEachIndex } from './forEachIndex';
import { outputsOf, recordList, type Result } from './output';
import { planItem, type Plan } from './plan';
import { SharedReads } from './sharedReads';
import { isTool, toolItems } from './toolOutput';

/**
 * Number of reads in flight at a time, of credentials from n8n's database and of the service. Writes are sent one by
 * one. The rate limiter allows fewer reads at the limits of the account.
 */
const READS_AT_A_TIME = 128;

/** Settings of a run in addition to the parameters of the node. */
export interface RunSettings extends SendSettings {
	readsAtATime?: number;
}

const isRead = (plan: Plan | undefined) => !plan || plan.operation.method === 'GET';

/** The name in n8n's custom execution data. Users filter the list of executions by it. */
const TOKENS_NOTE = 'agentSuiteTokens';

/**
 * Adds tokens to those that the nodes of this execution have noted so far, in n8n's custom execution data.
 * @param tokens charged or possibly charged
 */
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

/** For a model, so that it is told how many there are. `toolItems` applies the limit. */
const unlimited = (plan: Plan): Plan => ({
	...plan,
	parameters: { ...plan.parameters, returnAll: true },
});

/** One run of the node for all its items. */
class NodeRun {
	readonly asTool: boolean;
	private readonly node: INode;
	/** Whether a failure ends the run. With "Continue", it becomes the output of its item. */
	private readonly stops: boolean;
	private readonly plans: Array<Plan | undefined>;
	private readonly outputs: INodeExecutionData[][];
	/** Each warning once, for any number of items. */
	private readonly warnings = new Set<string>();
	private readonly usage: RunUsage;
	private readonly halt: Halt;
	private readonly run: Run;

	constructor(
		private readonly context: IExecuteFunctions,
		settings: SendSettings,
	) {
		const count = context.getInputData().length;
		this.node = context.getNode();
		this.asTool = isTool(this.node);
		this.stops = !context.continueOnFail();
		this.plans = new Array<Plan | undefined>(count);
		this.outputs = new Array<INodeExecutionData[]>(count);
		const spending = Spending.of(context.getContext('node'), context.getExecutionId());
		this.usage = new RunUsage(count, spending, this.stops);
		const signal = context.getExecutionCancelSignal();
		this.halt = new Halt(signal);
		const { usage, halt } = this;
		this.run = { context, usage, signal, halt, sendLock: new Mutex(), ...settings };
	}

	/** Plans all items, so that a wrong parameter is found before anything is sent. */
	async plan(operations: Operation[]): Promise<void> {
		const reader = itemReader(this.context, this.asTool);
		await forEachIndex(this.plans.length, READS_AT_A_TIME, async (itemIndex) => {
			try {
				this.plans[itemIndex] = await planItem(this.context, reader, operations, itemIndex);
			} catch (error) {
				this.fail(error, itemIndex);
			}
		});
	}

	/** Sends the requests, reads in parallel and writes in the order of the items. */
	async send(readsAtATime: number): Promise<void> {
		const { plans, run, context, usage } = this;
		const reads = new SharedReads(run, plans);
		const creates = plans.every(isRead) ? undefined : new Creates(run, context, reads);
		const resultOf = async (plan: Plan, itemIndex: number): Promise<Result> => {
			const { operation, call } = plan;
			if (isRead(plan)) return await reads.read(plan);
			if (creates && !operation.idempotent) return await creates.create(plan, itemIndex);
			const records = operation.records(await send(run, call));
			return { list: recordList(records), isShared: false };
		};
		try {
			await forEachIndex(plans.length, creates ? 1 : readsAtATime, async (itemIndex) => {
				const plan = plans[itemIndex];
				if (!plan) return;
				try {
					const result = await resultOf(plan, itemIndex);
					const outputs = outputsOf(this.asTool ? unlimited(plan) : plan, result, itemIndex);
					this.outputs[itemIndex] = outputs;
					if (outputs.length === 0) this.warnAbout(plan);
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
		const hint = this.usage.hint();
		const location = 'outputPane';
		if (hint) this.context.addExecutionHints({ message: hint, location, type: 'info' });
		for (const message of this.warnings) {
			this.context.addExecutionHints({ message, location, type: 'warning' });
		}
		return this.outputs.flat();
	}

	/** The output for a model. A tool has one input item. */
	resultForModel(): INodeExecutionData[] {
		const [plan] = this.plans;
		const outputs = this.result();
		if (!plan) return outputs;
		const items = outputs.map(({ json }) => json);
		return toolItems(items, plan).map((json) => ({ json, pairedItem: { item: 0 } }));
	}

	private warnAbout({ operation, parameters }: Plan): void {
		for (const text of unlistedValues(operation.fields, parameters)) this.warnings.add(text);
	}

	/**
	 * With "Continue", a failure becomes the output of its item, also after Stop: n8n would pass the input items on
	 * instead of a thrown one. Otherwise it ends the run.
	 */
	private fail(given: unknown, itemIndex: number): void {
		const call = this.plans[itemIndex]?.call;
		// The text of an error that nobody foresaw can contain any value of the request.
		const error = call && !(given instanceof Problem) ? unexpectedProblem(given, call) : given;
		if (this.stops) this.stop(error, itemIndex);
		else this.outputs[itemIndex] = [failedItem(this.node, error, itemIndex)];
	}

	/** Ends the run, unless the item only failed because the run had ended. */
	private stop(error: unknown, itemIndex: number): void {
		if (this.halt.isConsequence(error)) return;
		this.halt.endRun();
		const failure = nodeError(this.node, error, itemIndex, this.asTool);
		// n8n would call the tool again, which would create the record twice, because tries have nothing in common.
		const isRetried = this.asTool && this.node.retryOnFail === true;
		if (!isRetried || !(error instanceof Problem && error.inDoubt)) throw failure;
		this.plans[itemIndex] = undefined;
		this.outputs[itemIndex] = [
			{ json: { note: failure.message }, pairedItem: { item: itemIndex } },
		];
	}
}

/** The only loop over items: plans all, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
	{ readsAtATime = READS_AT_A_TIME, ...settings }: RunSettings = {},
): Promise<INodeExecutionData[][]> {
	const run = new NodeRun(context, settings);
	await run.plan(operations);
	await run.send(readsAtATime);
	return [run.asTool ? run.resultForModel() : run.result()];
}
