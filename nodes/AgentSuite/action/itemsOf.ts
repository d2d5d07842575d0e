import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { count } from '../texts/words';
import { recordsForN8n } from '../output/recordsForN8n';
import { toolItems } from '../output/tool/toolItems';
import type { SearchedResponse } from './searchedResponse';
import { emptyMatchesNothing, nothingMatches } from './nothingMatches';
import type { Plan } from './plan';
import type { ActionRun } from './actionRun';

/**
 * The way of the records of a response to the output items of one input item, from top to bottom. `SearchedResponse` begins it, by
 * `matching`: once for all items that share a read, it leaves out secrets, adds what depends on the list, and searches by the filters.
 * What a user would not notice in them becomes a warning of the run.
 */
export function itemsOf(
	run: ActionRun,
	plan: Plan,
	response: SearchedResponse,
	itemIndex: number,
): INodeExecutionData[] {
	const { operation, parameters, filterValues, limit } = plan;
	const found = response.matching(parameters, filterValues);
	const shaped = found.slice(0, limit).map((record) => operation.shape(record, parameters));
	const shown = recordsForN8n(shaped);

	const why = found.length === 0 ? nothingMatches(plan, response.size, run.audience) : undefined;
	if (why) run.warnings.addOfItem(why);
	const output =
		run.audience === 'model'
			? forModel(run, plan, shown, found.length, why)
			: forPerson(run, shown, found.length);
	return linkedTo(itemIndex, output);
}

/** What an input item returns for which nothing is sent, because its filters are empty. */
export function itemsWithoutRequest(
	run: ActionRun,
	plan: Plan,
	itemIndex: number,
): INodeExecutionData[] {
	const why = emptyMatchesNothing(plan);
	run.warnings.addOfItem(why);
	return linkedTo(itemIndex, run.audience === 'model' ? forModel(run, plan, [], 0, why) : []);
}

const linkedTo = (itemIndex: number, output: IDataObject[]): INodeExecutionData[] =>
	output.map((json) => ({ json, pairedItem: { item: itemIndex } }));

/** With a warning of what Limit leaves out. */
function forPerson(run: ActionRun, shown: IDataObject[], found: number): IDataObject[] {
	if (shown.length < found)
		run.warnings.addOfItem(
			`${shown.length} of ${count(found, 'record')} returned, because of Limit`,
		);
	return shown;
}

/** With a note that says what it lacks. @param why nothing was found */
function forModel(
	{ warnings }: ActionRun,
	{ operation, parameters }: Plan,
	shown: IDataObject[],
	found: number,
	why: string | undefined,
): IDataObject[] {
	return toolItems(shown, operation, {
		found,
		isSimplified: parameters.simplify === true,
		// Those of the run are those of its only item: n8n runs a tool with one.
		warnings: [...(why ? [why] : []), ...warnings.ofRun()],
	});
}
