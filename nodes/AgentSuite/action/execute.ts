import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Effect } from '../model/endpoint';
import type { Operation } from '../model/operation';
import { ItemsReader } from '../parameters/readParameters';
import { READS_AT_A_TIME } from '../transport/tuning';
import { requestRecords } from '../transport/send';
import { createOnce } from './creates';
import { outputOfFailure } from './failures';
import { SearchedResponse } from './searchedResponse';
import { itemsOf, itemsWithoutRequest } from './itemsOf';
import { mapIndexes } from './mapIndexes';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { newActionRun, type ActionRun } from './actionRun';
import { showHints, traceUsage } from './hints';

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

/** An item whose request is planned, or the output of one that sends none. */
type Planned = { plan: Plan } | { output: Output };

/** Plans all items, so that a wrong parameter is found before anything is sent. */
async function planAll(run: ActionRun, operations: Operation[]): Promise<Planned[]> {
	const reader = new ItemsReader(run.context, operations, run.audience);
	return await mapIndexes(run.progress.items, READS_AT_A_TIME, async (itemIndex) => {
		try {
			const plan = await planItem(run, reader, itemIndex);
			// An empty filter matches nothing, which needs no request.
			if (plan.emptyFilters.length === 0) return { plan };
			const output = itemsWithoutRequest(run, plan, itemIndex);
			run.progress.itemsDone++;
			return { output };
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
	const send = sendOf(effect, run, plans);
	const width = effect === 'read' ? READS_AT_A_TIME : 1;
	return await mapIndexes(planned.length, width, async (itemIndex) => {
		const item = planned[itemIndex];
		return 'output' in item ? item.output : await outputOf(run, item.plan, send, itemIndex);
	});
}

/** Sends the request of an item. What its failure means depends on whether its response was read. */
async function outputOf(
	run: ActionRun,
	plan: Plan,
	send: Send,
	itemIndex: number,
): Promise<Output> {
	let response: SearchedResponse;
	try {
		response = await send(plan, itemIndex);
	} catch (error) {
		return outputOfFailure(run, error, itemIndex, { stage: 'request', plan });
	}
	try {
		const output = itemsOf(run, plan, response, itemIndex);
		run.progress.itemsDone++;
		return output;
	} catch (error) {
		const { facts } = response;
		return outputOfFailure(run, error, itemIndex, { stage: 'records', plan, facts });
	}
}
