import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Effect, Operation } from '../model/operation';
import { itemParameters } from '../parameters/readParameters';
import { READS_AT_A_TIME } from '../transport/run';
import { requestRecords } from '../transport/send';
import { createOnce } from './creates';
import { outputOfFailure } from './failures';
import { outputItems } from './items';
import { mapIndexes } from './mapIndexes';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { ResponseRecords } from './responseRecords';
import { newActionRun, showHints, traceUsage, type ActionRun } from './run';

/** The output of an item. */
type Output = INodeExecutionData[];

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
			new ResponseRecords(await requestRecords(run, request)),
	create:
		(run) =>
		async ({ request }, itemIndex) =>
			new ResponseRecords(await createOnce(run, request, itemIndex)),
};

/** Plans all items, sends them, and returns the outputs in the order of the input. */
export async function execute(
	context: IExecuteFunctions,
	operations: Operation[],
): Promise<INodeExecutionData[][]> {
	const run = newActionRun(context);
	try {
		const outputs = await sendAll(run, await planAll(run, operations));
		showHints(run);
		return [outputs.flat()];
	} finally {
		traceUsage(run);
	}
}

/**
 * Plans all items, so that a wrong parameter is found before anything is sent.
 * @returns by item, its plan, or its output if it has failed
 */
async function planAll(run: ActionRun, operations: Operation[]): Promise<Array<Plan | Output>> {
	const read = itemParameters(run.context, operations, run.asTool);
	return await mapIndexes(run.progress.items, READS_AT_A_TIME, async (itemIndex) => {
		try {
			return await planItem(run, read, itemIndex);
		} catch (error) {
			return outputOfFailure(run, error, itemIndex);
		}
	});
}

/**
 * Sends the requests: reads side by side, writes in the order of the items.
 * @param planned by item, its plan, or its output if it has failed
 */
async function sendAll(run: ActionRun, planned: Array<Plan | Output>): Promise<Output[]> {
	const plans = planned.flatMap((plan) => (Array.isArray(plan) ? [] : [plan]));
	// All items have the same operation. Without plans, nothing is sent.
	const effect = plans[0]?.operation.effect ?? 'read';
	const send = sendFor[effect](run, plans);
	const width = effect === 'read' ? READS_AT_A_TIME : 1;
	return await mapIndexes(planned.length, width, async (itemIndex) => {
		const plan = planned[itemIndex];
		if (Array.isArray(plan)) return plan;
		try {
			const response = await send(plan, itemIndex);
			const output = outputItems(run, plan, response, itemIndex);
			run.progress.itemsDone++;
			return output;
		} catch (error) {
			return outputOfFailure(run, error, itemIndex, plan);
		}
	});
}
