import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { count } from '../texts/words';
import { hideSecrets, withoutErrorField } from '../output/records';
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
	return shownRecords(plan, records);
}

function outputForModel(
	{ warnings }: ActionRun,
	plan: Plan,
	found: IDataObject[],
	unmatched?: string,
): IDataObject[] {
	const { limit, operation, parameters } = plan;
	const records = found.slice(0, toolLimit(limit));
	return toolItems(shownRecords(plan, records), operation, {
		found: found.length,
		simplify: parameters.simplify,
		warnings: [...(unmatched ? [unmatched] : []), ...warnings.ofRun()],
	});
}

/** Copies of the records, which items can share, without secrets, unless the user includes them. */
function shownRecords({ operation, parameters }: Plan, records: IDataObject[]): IDataObject[] {
	const { includeSecrets } = parameters.options;
	const allowed = hideSecrets(operation, records, includeSecrets);
	return allowed.map((record) => withoutErrorField(copyOf(record)));
}
