import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { count } from '../texts/words';
import { shownRecords } from '../output/records';
import { toolItems, toolLimit } from '../output/toolItems';
import { nothingMatches } from './nothingMatches';
import type { Plan } from './plan';
import type { ResponseRecords } from './responseRecords';
import type { ActionRun } from './run';

/** The output items of one input item, linked to it. What a user would not notice in them becomes a warning of the run. */
export function outputItems(
	run: ActionRun,
	plan: Plan,
	response: ResponseRecords,
	itemIndex: number,
): INodeExecutionData[] {
	const found = response.find(plan);
	const unmatched = nothingMatches(plan, response.records.length, found.length);
	if (unmatched) run.warnings.addOfItem(unmatched);
	const output = run.asTool
		? outputForModel(run, plan, found, unmatched)
		: outputForWorkflow(run, plan, found);
	return output.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

function outputForWorkflow(
	{ warnings }: ActionRun,
	plan: Plan,
	found: IDataObject[],
): IDataObject[] {
	const records = found.slice(0, plan.limit);
	if (records.length < found.length)
		warnings.addOfItem(
			`${records.length} of ${count(found.length, 'record')} returned, because of Limit`,
		);
	return shownRecords(plan.operation, records, plan.parameters.options.includeSecrets);
}

function outputForModel(
	{ warnings }: ActionRun,
	plan: Plan,
	found: IDataObject[],
	unmatched?: string,
): IDataObject[] {
	const { limit, operation, parameters } = plan;
	const records = found.slice(0, toolLimit(limit));
	const shown = shownRecords(operation, records, parameters.options.includeSecrets);
	return toolItems(shown, operation, {
		found: found.length,
		simplify: parameters.simplify,
		warnings: [...(unmatched ? [unmatched] : []), ...warnings.ofRun()],
	});
}
