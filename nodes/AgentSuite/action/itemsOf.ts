import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { count } from '../texts/words';
import { recordsForN8n } from '../output/recordsForN8n';
import { toolItems } from '../output/tool/toolItems';
import type { ResponseList } from './filtering';
import { nothingMatches } from './nothingMatches';
import type { Plan } from './plan';
import type { ActionRun } from './actionRun';

/**
 * The way of the records of a response to the output items of one input item, from top to bottom. What a user would not notice in
 * them becomes a warning of the run.
 */
export function itemsOf(
	run: ActionRun,
	plan: Plan,
	list: ResponseList,
	itemIndex: number,
): INodeExecutionData[] {
	const { operation, parameters, filterValues, limit } = plan;
	const found = list.matching(parameters, filterValues);
	const shaped = found.slice(0, limit).map((record) => operation.shape(record, parameters));
	const shown = recordsForN8n(shaped);

	const unmatched = nothingMatches(plan, list.records.length, found.length, run.audience);
	if (unmatched) run.warnings.addOfItem(unmatched);
	const output =
		run.audience === 'model'
			? forModel(run, plan, shown, found.length, unmatched)
			: forPerson(run, shown, found.length);
	return output.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** With a warning of what Limit leaves out. */
function forPerson(run: ActionRun, shown: IDataObject[], found: number): IDataObject[] {
	if (shown.length < found)
		run.warnings.addOfItem(
			`${shown.length} of ${count(found, 'record')} returned, because of Limit`,
		);
	return shown;
}

/** With a note that says what it lacks. @param unmatched why nothing was found */
function forModel(
	{ warnings }: ActionRun,
	{ operation, parameters }: Plan,
	shown: IDataObject[],
	found: number,
	unmatched: string | undefined,
): IDataObject[] {
	return toolItems(shown, operation, {
		found,
		isSimplified: parameters.simplify === true,
		// Those of the run are those of its only item: n8n runs a tool with one.
		warnings: [...(unmatched ? [unmatched] : []), ...warnings.ofRun()],
	});
}
