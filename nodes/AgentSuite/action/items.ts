import type { INodeExecutionData } from 'n8n-workflow';

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
	const { operation, parameters, limit } = plan;
	const found = response.find(plan);
	const records = found.slice(0, run.asTool ? toolLimit(limit) : limit);
	const shown = shownRecords(records);
	const unmatched = nothingMatches(plan, response.records.length, found.length);
	if (unmatched) run.warnings.addOfItem(unmatched);
	const output = run.asTool
		? toolItems(shown, operation, {
				found: found.length,
				// As the field Simplify says, of any operation that has it.
				isBrief: parameters.simplify === true,
				warnings: [...(unmatched ? [unmatched] : []), ...run.warnings.ofRun()],
			})
		: shown;
	// The note for a model says it too.
	if (!run.asTool && shown.length < found.length)
		run.warnings.addOfItem(
			`${shown.length} of ${count(found.length, 'record')} returned, because of Limit`,
		);
	return output.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}
