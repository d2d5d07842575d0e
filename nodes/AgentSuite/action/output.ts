import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isSimplified } from '../model/simplify';
import { count } from '../texts/words';
import { recordsForN8n } from '../output/recordsForN8n';
import { toolItems } from '../output/tool/toolItems';
import { nothingMatches } from './nothingMatches';
import type { Plan } from './plan';
import { matchingRecords, searchedRecords } from './records';
import type { ActionRun } from './run';

/**
 * The way of the records of a response to the output items of one input item, from top to bottom. What a user would not notice in
 * them becomes a warning of the run.
 * @param records as the service returned them, the same array for items that share a read
 */
export function outputItems(
	run: ActionRun,
	plan: Plan,
	records: IDataObject[],
	itemIndex: number,
): INodeExecutionData[] {
	const { operation, parameters, filters } = plan;
	const isForModel = run.audience === 'model';

	const searched = searchedRecords(records, operation, parameters);
	const found = matchingRecords(searched, operation.filters, filters);
	const limited = found.slice(0, plan.limit);
	const shaped = limited.map((record) => operation.shape(record, parameters));
	const shown = recordsForN8n(shaped);

	const unmatched = nothingMatches(plan, records.length, found.length, run.audience);
	if (unmatched) run.warnings.addOfItem(unmatched);
	// The note for a model says it too.
	if (!isForModel && shown.length < found.length)
		run.warnings.addOfItem(
			`${shown.length} of ${count(found.length, 'record')} returned, because of Limit`,
		);

	const output = isForModel
		? toolItems(shown, operation, {
				found: found.length,
				isBrief: isSimplified(parameters),
				// Those of the run are those of its only item: n8n runs a tool with one.
				warnings: [...(unmatched ? [unmatched] : []), ...run.warnings.ofRun()],
			})
		: shown;
	return output.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}
