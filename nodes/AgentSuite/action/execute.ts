import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { count } from '../model/words';
import { failedItem, nodeError, type Audience } from '../output/nodeErrors';
import { usageHint } from '../output/usageHint';
import { itemReader } from '../parameters/readParameters';
import { unexpectedProblem } from '../transport/errors/unexpected';
import { requestRecords } from '../transport/send';
import { createOnce, failureAfterCreate } from './creates';
import { forEachIndex } from './forEachIndex';
import { outputItems } from './items';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { ResponseRecords } from './responseRecords';
import { newActionRun, type ActionRun } from './run';
import { isTool, wouldCreateTwice } from './tool';
import { toolItems } from './toolOutput';
import { traceUsage } from './trace';
import { limitWarning, warningsAbout } from './warnings';

/** Reads in flight at a time, of credentials from n8n's database and of the service. Writes are sent one by one. */
const READS_AT_A_TIME = 128;

/**
 * Before there is a plan, n8n itself can fail, for example at an expression, and its error says most. Later, the text of an
 * error that nobody foresaw can contain any value of the request.
 */
const errorToShow = (error: unknown, plan: Plan | undefined): unknown =>
	plan === undefined || error instanceof Problem ? error : unexpectedProblem(error, plan.request);

class ItemLoop {
	private readonly node: INode;
	private readonly asTool: boolean;
	/** Who reads the errors. */
	private readonly audience: Audience;
	private readonly itemCount: number;
	/** With "Continue", a failure becomes the output of its item. Otherwise it ends the run. */
	private readonly continues: boolean;
	private readonly run: ActionRun;
	private readonly plans: Array<Plan | undefined> = [];
	private readonly outputs: INodeExecutionData[][] = [];
	/** Whether a warning says that Limit has left out records. One is enough for all items. */
	private saysLimit = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.asTool = isTool(context);
		this.audience = this.asTool ? 'model' : 'person';
		this.itemCount = context.getInputData().length;
		this.continues = context.continueOnFail();
		this.run = newActionRun(context);
	}

	/** Plans all items, so that a wrong parameter is found before anything is sent. */
	async plan(operations: Operation[]): Promise<void> {
		const reader = itemReader(this.context);
		await forEachIndex(this.itemCount, READS_AT_A_TIME, async (itemIndex) => {
			try {
				const { context, asTool } = this;
				this.plans[itemIndex] = await planItem(context, reader, operations, itemIndex, asTool);
			} catch (error) {
				this.handleFailure(error, itemIndex);
			}
		});
	}

	/** Sends the requests: reads side by side, writes in the order of the items. All items have the same operation. */
	async send(): Promise<void> {
		const { plans } = this;
		const planned = plans.filter((plan) => plan !== undefined);
		const isRead = planned[0]?.operation.effect === 'read';
		const reads = new Reads(this.run, isRead ? planned : []);
		const width = isRead ? READS_AT_A_TIME : 1;
		await forEachIndex(this.itemCount, width, async (itemIndex) => {
			const plan = plans[itemIndex];
			if (!plan) return;
			try {
				const { response, isShared } = await this.responseFor(plan, reads, itemIndex);
				this.outputs[itemIndex] = this.outputOf(plan, response, isShared, itemIndex);
				this.run.usage.itemsDone++;
			} catch (error) {
				this.handleFailure(error, itemIndex, plan);
			}
		});
	}

	/** Also of a run that fails. */
	trace(): void {
		traceUsage(this.context, this.run.usage);
	}

	/** The output items, in the order of the input, after hints about the run. */
	result(): INodeExecutionData[] {
		const { context, run } = this;
		const location = 'outputPane';
		const usage = usageHint(run.usage, run.budget.used);
		if (usage) context.addExecutionHints?.({ message: usage, location, type: 'info' });
		for (const message of run.warnings) {
			context.addExecutionHints?.({ message, location, type: 'warning' });
		}
		// A warning is not lost among explanations.
		const explanations = run.warnings.size > 0 ? [] : run.explanations;
		for (const message of explanations) {
			context.addExecutionHints?.({ message, location, type: 'info' });
		}
		return this.outputs.flat();
	}

	/** Sends the request of an item: a read may be shared, and a create is not repeated. */
	private async responseFor(plan: Plan, reads: Reads, itemIndex: number) {
		const { operation, request } = plan;
		if (operation.effect === 'read') return await reads.read(plan);
		const records =
			operation.effect === 'create'
				? await createOnce(this.run, plan, itemIndex)
				: await requestRecords(this.run, request);
		return { response: new ResponseRecords(records, operation), isShared: false };
	}

	/** @throws the error of the output. After a create it says that the request was sent, so that n8n does not send it again. */
	private outputOf(...of: Parameters<ItemLoop['outputFor']>): INodeExecutionData[] {
		const [{ operation, request }] = of;
		try {
			return this.outputFor(...of);
		} catch (error) {
			throw operation.effect === 'create' ? failureAfterCreate(error, request) : error;
		}
	}

	/** The output of an item. What a user would not notice in it also becomes a warning of the run. */
	private outputFor(
		plan: Plan,
		response: ResponseRecords,
		isShared: boolean,
		itemIndex: number,
	): INodeExecutionData[] {
		const found = response.find(plan);
		const warnings = warningsAbout(plan, response.records, found.length);
		for (const warning of warnings) this.run.warnings.add(warning);
		const { output: hint } = plan.operation.hints;
		if (hint !== undefined && found.length > 0) this.run.explanations.add(hint);
		// A model is told how many there are. `toolItems` applies the limit.
		const limit = this.asTool ? undefined : plan.limit;
		const outputs = outputItems(plan, found.slice(0, limit), isShared, itemIndex);
		if (this.asTool) {
			const items = outputs.map(({ json }) => json);
			const pairedItem = { item: itemIndex };
			return toolItems(items, plan, warnings).map((json) => ({ json, pairedItem }));
		}
		if (outputs.length < found.length) this.warnAboutLimit(outputs.length, found.length);
		return outputs;
	}

	private warnAboutLimit(shown: number, found: number): void {
		if (this.saysLimit) return;
		this.saysLimit = true;
		this.run.warnings.add(limitWarning(shown, found));
	}

	/**
	 * One of three: the failure becomes the output of its item, or is told to the model, or ends the run.
	 * @throws the error for n8n, if it ends the run
	 */
	private handleFailure(given: unknown, itemIndex: number, plan?: Plan): void {
		const error = errorToShow(given, plan);
		if (this.continues) this.keepAsItem(error, itemIndex);
		else if (this.asTool && wouldCreateTwice(this.node, error)) this.tellModel(error, itemIndex);
		else this.endRun(error, itemIndex, plan);
	}

	/** Also after Stop: n8n would pass on the input items instead of what is thrown. */
	private keepAsItem(error: unknown, itemIndex: number): void {
		this.outputs[itemIndex] = [failedItem(this.node, error, itemIndex, this.audience)];
	}

	/** @throws the error for n8n, unless the item only failed because another one has ended the run */
	private endRun(error: unknown, itemIndex: number, plan?: Plan): void {
		if (this.run.halt.isConsequence(error)) return;
		this.run.halt.endRun();
		throw nodeError(this.node, this.withCreated(error, plan), itemIndex, this.audience);
	}

	/** Adds what was created before, because the failure returns no items that show it. */
	private withCreated(error: unknown, plan?: Plan): unknown {
		const { itemsDone } = this.run.usage;
		const hasCreated = plan?.operation.effect === 'create' && itemsDone > 0;
		if (!hasCreated || !(error instanceof Problem)) return error;
		const created = `Before that, the node created records for ${count(itemsDone, 'item')}. n8n's 'Retry execution' would create them again.`;
		return error.with({ description: `${error.description} ${created}` });
	}

	/** In place of the failure. */
	private tellModel(error: unknown, itemIndex: number): void {
		const { message } = nodeError(this.node, error, itemIndex, 'model');
		this.outputs[itemIndex] = [{ json: { note: message }, pairedItem: { item: itemIndex } }];
	}
}

/** The only loop over items: plans all, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
): Promise<INodeExecutionData[][]> {
	const loop = new ItemLoop(context);
	try {
		await loop.plan(operations);
		await loop.send();
	} finally {
		loop.trace();
	}
	return [loop.result()];
}
