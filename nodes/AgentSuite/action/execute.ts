import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Effect, Operation } from '../model/operation';
import { itemReaders } from '../parameters/readParameters';
import { READS_AT_A_TIME } from '../transport/run';
import { requestRecords } from '../transport/send';
import { createOnce, failureAfterCreate } from './creates';
import { outputOfFailure } from './failures';
import { forEachIndex } from './forEachIndex';
import { outputItems } from './items';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { ResponseRecords } from './responseRecords';
import { newActionRun, showHints, traceUsage, type ActionRun } from './run';

/** By item, in the order of the input. */
type Outputs = INodeExecutionData[][];
/** The same. An item that failed has none. */
type Plans = Array<Plan | undefined>;

/** Sends the request of an item. */
type Send = (plan: Plan, itemIndex: number) => Promise<ResponseRecords>;

/** A read can be shared by items, and a create is not repeated. */
const sendFor: Record<Effect, (run: ActionRun, plans: Plan[]) => Send> = {
	read: (run, plans) => {
		const reads = new Reads(run, plans);
		return async (plan) => await reads.read(plan);
	},
	update:
		(run) =>
		async ({ request }) =>
			new ResponseRecords(await requestRecords(run, request), request.operation),
	create: (run) => async (plan, itemIndex) =>
		new ResponseRecords(await createOnce(run, plan, itemIndex), plan.request.operation),
};

/** Plans all items, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
): Promise<INodeExecutionData[][]> {
	const run = newActionRun(context);
	const outputs: Outputs = [];
	try {
		const plans = await planAll(run, operations, outputs);
		await sendAll(run, plans, outputs);
	} finally {
		traceUsage(run);
	}
	showHints(run);
	return [outputs.flat()];
}

/** Plans all items, so that a wrong parameter is found before anything is sent. */
async function planAll(run: ActionRun, operations: Operation[], outputs: Outputs): Promise<Plans> {
	const readerOf = itemReaders(run.context);
	const plans: Plans = [];
	await forEachIndex(run.progress.items, READS_AT_A_TIME, async (itemIndex) => {
		try {
			plans[itemIndex] = await planItem(run, readerOf, operations, itemIndex);
		} catch (error) {
			outputs[itemIndex] = outputOfFailure(run, error, itemIndex);
		}
	});
	return plans;
}

/** Sends the requests: reads side by side, writes in the order of the items. All items have the same operation. */
async function sendAll(run: ActionRun, plans: Plans, outputs: Outputs): Promise<void> {
	const planned = plans.filter((plan) => plan !== undefined);
	if (planned.length === 0) return;
	const { effect } = planned[0].request.operation;
	const send = sendFor[effect](run, planned);
	const width = effect === 'read' ? READS_AT_A_TIME : 1;
	await forEachIndex(run.progress.items, width, async (itemIndex) => {
		const plan = plans[itemIndex];
		if (!plan) return;
		try {
			const response = await send(plan, itemIndex);
			outputs[itemIndex] = outputOfResponse(run, plan, response, itemIndex);
			run.progress.itemsDone++;
		} catch (error) {
			outputs[itemIndex] = outputOfFailure(run, error, itemIndex, plan);
		}
	});
}

/** @throws the failure of the output, which says of a create that it was carried out */
function outputOfResponse(
	run: ActionRun,
	plan: Plan,
	response: ResponseRecords,
	itemIndex: number,
): INodeExecutionData[] {
	try {
		return outputItems(run, plan, response, itemIndex);
	} catch (error) {
		const { request } = plan;
		throw request.operation.effect === 'create' ? failureAfterCreate(error, request) : error;
	}
}
