import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { count } from '../model/words';
import { failedOutput, nodeError, type FailedItem } from '../output/nodeErrors';
import { itemReader } from '../parameters/readParameters';
import { unexpectedProblem } from '../transport/errors/unexpected';
import { READS_AT_A_TIME } from '../transport/run';
import { requestRecords } from '../transport/send';
import { createOnce, failureAfterCreate, wouldCreateTwice } from './creates';
import { forEachIndex } from './forEachIndex';
import { outputItems } from './items';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { ResponseRecords } from './responseRecords';
import { newActionRun, showHints, traceUsage, type ActionRun } from './run';
import { isTool } from './tool';

/**
 * Before there is a plan, n8n itself can fail, for example at an expression, and its error says most. Later, the text of an
 * error that nobody foresaw can contain any value of the request.
 */
const errorToShow = (error: unknown, plan: Plan | undefined): unknown =>
	plan === undefined || error instanceof Problem ? error : unexpectedProblem(error, plan.request);

class ItemLoop {
	private readonly node: INode;
	private readonly asTool: boolean;
	private readonly itemCount: number;
	/** With "Continue", a failure becomes the output of its item. Otherwise it ends the run. */
	private readonly continues: boolean;
	private readonly plans: Array<Plan | undefined> = [];
	/** In the order of the input. */
	readonly outputs: INodeExecutionData[][] = [];

	constructor(private readonly run: ActionRun) {
		const { context } = run;
		this.node = context.getNode();
		this.asTool = isTool(context);
		this.itemCount = context.getInputData().length;
		this.continues = context.continueOnFail();
	}

	/** Plans all items, so that a wrong parameter is found before anything is sent. */
	async plan(operations: Operation[]): Promise<void> {
		const { context } = this.run;
		const reader = itemReader(context);
		await forEachIndex(this.itemCount, READS_AT_A_TIME, async (itemIndex) => {
			try {
				const plan = await planItem(context, reader, operations, itemIndex, this.asTool);
				this.plans[itemIndex] = plan;
			} catch (error) {
				this.handleFailure(error, itemIndex);
			}
		});
	}

	/** Sends the requests: reads side by side, writes in the order of the items. All items have the same operation. */
	async send(): Promise<void> {
		const { plans } = this;
		const planned = plans.filter((plan) => plan !== undefined);
		const isRead = planned[0]?.request.operation.effect === 'read';
		const reads = new Reads(this.run, isRead ? planned : []);
		const width = isRead ? READS_AT_A_TIME : 1;
		await forEachIndex(this.itemCount, width, async (itemIndex) => {
			const plan = plans[itemIndex];
			if (!plan) return;
			try {
				const response = await this.responseFor(plan, reads, itemIndex);
				this.outputs[itemIndex] = this.outputOf(plan, response, itemIndex);
				this.run.usage.itemsDone++;
			} catch (error) {
				this.handleFailure(error, itemIndex, plan);
			}
		});
	}

	/** Sends the request of an item: a read may be shared, and a create is not repeated. */
	private async responseFor(plan: Plan, reads: Reads, itemIndex: number) {
		const { request } = plan;
		const { operation } = request;
		if (operation.effect === 'read') return await reads.read(plan);
		const records =
			operation.effect === 'create'
				? await createOnce(this.run, plan, itemIndex)
				: await requestRecords(this.run, request);
		return new ResponseRecords(records, operation);
	}

	/** @throws the error of the output. After a create it says that the request was sent, so that n8n does not send it again. */
	private outputOf(plan: Plan, response: ResponseRecords, itemIndex: number) {
		try {
			return outputItems(this.run, plan, response, itemIndex, this.asTool);
		} catch (error) {
			const { request } = plan;
			throw request.operation.effect === 'create' ? failureAfterCreate(error, request) : error;
		}
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

	private failed(index: number): FailedItem {
		return { index, audience: this.asTool ? 'model' : 'person' };
	}

	/** Also after Stop: n8n would pass on the input items instead of what is thrown. */
	private keepAsItem(error: unknown, itemIndex: number): void {
		this.outputs[itemIndex] = [failedOutput(this.node, error, this.failed(itemIndex))];
	}

	/** @throws the error for n8n, unless the item only failed because another one has ended the run */
	private endRun(error: unknown, itemIndex: number, plan?: Plan): void {
		if (this.run.halt.isConsequence(error)) return;
		this.run.halt.endRun();
		throw nodeError(this.node, this.withCreated(error, plan), this.failed(itemIndex));
	}

	/** Adds what was created before, because the failure returns no items that show it. */
	private withCreated(error: unknown, plan?: Plan): unknown {
		const { itemsDone } = this.run.usage;
		const hasCreated = plan?.request.operation.effect === 'create' && itemsDone > 0;
		if (!hasCreated || !(error instanceof Problem)) return error;
		const created = `Before that, the node created records for ${count(itemsDone, 'item')}. n8n's 'Retry execution' would create them again.`;
		return error.with({ description: `${error.description} ${created}` });
	}

	/** As an output, because n8n would repeat a failed call. */
	private tellModel(error: unknown, itemIndex: number): void {
		const { message } = nodeError(this.node, error, this.failed(itemIndex));
		this.outputs[itemIndex] = [{ json: { note: message }, pairedItem: { item: itemIndex } }];
	}
}

/** The only loop over items: plans all, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
): Promise<INodeExecutionData[][]> {
	const run = newActionRun(context);
	const loop = new ItemLoop(run);
	try {
		await loop.plan(operations);
		await loop.send();
	} finally {
		traceUsage(run);
	}
	showHints(run);
	return [loop.outputs.flat()];
}
