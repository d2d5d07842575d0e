import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Effect } from '../model/endpoint';
import type { Operation } from '../model/operation';
import { ItemsReader } from '../parameters/readParameters';
import { READS_AT_A_TIME } from '../transport/tuning';
import { requestRecords } from '../transport/send';
import { createOnce } from './creates';
import { outputOfFailure, type Reached } from './failures';
import { SearchedResponse } from './searchedResponse';
import { itemsOf, itemsWithoutRequest } from './itemsOf';
import { mapIndexes } from './mapIndexes';
import { isSent, planItem, type Plan } from './plan';
import { Reads } from './reads';
import { newActionRun, showHints, traceUsage, type ActionRun } from './actionRun';

/** The output of an item. */
type Output = INodeExecutionData[];

/** Sends the request of an item. */
type Send = (plan: Plan, itemIndex: number) => Promise<SearchedResponse>;

/** How these requests are sent, which have the same effect: reads can be shared by items, and a create is not repeated. */
function sendOf(effect: Effect, run: ActionRun, plans: Plan[]): Send {
	if (effect === 'read') {
		const reads = new Reads(run, plans);
		return async (plan) => await reads.read(plan);
	}
	return async ({ request, operation }, itemIndex) => {
		const result =
			effect === 'create'
				? await createOnce(run, request, itemIndex)
				: await requestRecords(run, request);
		return new SearchedResponse(result, operation);
	};
}

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

/** An item that is planned, or the output of one that could not be. */
type Planned = { plan: Plan } | { output: Output };

/** Plans all items, so that a wrong parameter is found before anything is sent. */
async function planAll(run: ActionRun, operations: Operation[]): Promise<Planned[]> {
	const reader = new ItemsReader(run.context, operations, run.audience);
	return await mapIndexes(run.progress.items, READS_AT_A_TIME, async (itemIndex) => {
		try {
			return { plan: await planItem(run, reader, itemIndex) };
		} catch (error) {
			return { output: outputOfFailure(run, error, itemIndex, { stage: 'plan' }) };
		}
	});
}

/** Sends the requests: reads side by side, writes in the order of the items. */
async function sendAll(run: ActionRun, planned: Planned[]): Promise<Output[]> {
	const plans = planned.flatMap((item) => ('plan' in item ? [item.plan] : []));
	// All items have the same operation. Without plans, nothing is sent.
	const effect = plans[0]?.operation.effect ?? 'read';
	const send = sendOf(effect, run, plans.filter(isSent));
	const width = effect === 'read' ? READS_AT_A_TIME : 1;
	return await mapIndexes(planned.length, width, async (itemIndex) => {
		const item = planned[itemIndex];
		if ('output' in item) return item.output;
		const { plan } = item;
		let reached: Reached = { stage: 'request', plan };
		try {
			let output: Output;
			if (isSent(plan)) {
				const response = await send(plan, itemIndex);
				reached = { stage: 'records', plan, facts: response.facts };
				output = itemsOf(run, plan, response, itemIndex);
			} else {
				output = itemsWithoutRequest(run, plan, itemIndex);
			}
			run.progress.itemsDone++;
			return output;
		} catch (error) {
			return outputOfFailure(run, error, itemIndex, reached);
		}
	});
}
