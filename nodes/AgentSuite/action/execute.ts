import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Effect, Operation } from '../model/operation';
import { ItemsReader } from '../parameters/readParameters';
import { READS_AT_A_TIME } from '../transport/tuning';
import { requestRecords, type Result } from '../transport/send';
import { createOnce } from './creates';
import { afterSuccess, outputOfFailure } from './failures';
import { itemsOf } from './itemsOf';
import { mapIndexes } from './mapIndexes';
import { emptyFilters } from './nothingMatches';
import { planItem, type Plan } from './plan';
import { Reads } from './reads';
import { newActionRun, showHints, traceUsage, type ActionRun } from './actionRun';

/** The output of an item. */
type Output = INodeExecutionData[];

/** Sends the request of an item. */
type Send = (plan: Plan, itemIndex: number) => Promise<Result>;

/** How these requests are sent, which have the same effect: reads can be shared by items, and a create is not repeated. */
function sendOf(effect: Effect, run: ActionRun, plans: Plan[]): Send {
	if (effect === 'update') return async ({ request }) => await requestRecords(run, request);
	if (effect === 'create')
		return async ({ request }, itemIndex) => await createOnce(run, request, itemIndex);
	const reads = new Reads(run, plans);
	return async (plan) => await reads.read(plan);
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

/** An item that is planned, or whose output is known without a request. */
type Planned = { plan: Plan } | { output: Output };

/** Plans all items, so that a wrong parameter is found before anything is sent, and an empty filter costs nothing. */
async function planAll(run: ActionRun, operations: Operation[]): Promise<Planned[]> {
	const reader = new ItemsReader(run.context, operations, run.audience);
	return await mapIndexes(run.progress.items, READS_AT_A_TIME, async (itemIndex) => {
		try {
			const plan = await planItem(run, reader, itemIndex);
			if (emptyFilters(plan).length === 0) return { plan };
			return { output: outputOfSuccess(run, plan, [], itemIndex) };
		} catch (error) {
			return { output: outputOfFailure(run, error, itemIndex) };
		}
	});
}

function outputOfSuccess(
	run: ActionRun,
	plan: Plan,
	records: IDataObject[],
	itemIndex: number,
): Output {
	const output = itemsOf(run, plan, records, itemIndex);
	run.progress.itemsDone++;
	return output;
}

/** @throws {Problem} that says what the service has done */
function outputOfResult(
	run: ActionRun,
	plan: Plan,
	{ records, facts }: Result,
	itemIndex: number,
): Output {
	try {
		return outputOfSuccess(run, plan, records, itemIndex);
	} catch (error) {
		throw afterSuccess(error, plan.request, facts);
	}
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
		if ('output' in item) return item.output;
		try {
			const result = await send(item.plan, itemIndex);
			return outputOfResult(run, item.plan, result, itemIndex);
		} catch (error) {
			return outputOfFailure(run, error, itemIndex, item.plan);
		}
	});
}
