import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { count } from '../texts/words';
import { hideSecrets } from '../output/secrets';
import { toolItems } from '../output/toolItems';
import { filtersInWords } from '../parameters/filterWords';
import type { Plan } from './plan';
import type { ResponseRecords } from './responseRecords';
import type { ActionRun } from './run';

/**
 * The output items of one input item, linked to it. What a user would not notice in them becomes a warning of the run.
 */
export function outputItems(
	run: ActionRun,
	plan: Plan,
	response: ResponseRecords,
	itemIndex: number,
): INodeExecutionData[] {
	const found = response.find(plan);
	const { asTool } = run;
	const warning = nothingMatches(plan, response.records.length, found.length);
	if (warning) run.warnings.addOfItem(warning);
	// A model is told how many there are, and `toolItems` applies the limit.
	const shown = asTool ? found : found.slice(0, plan.limit);
	if (shown.length < found.length)
		run.warnings.addOfItem(
			`${shown.length} of ${count(found.length, 'record')} returned, because of Limit`,
		);
	const records = shownRecords(plan, shown);
	const pairedItem = { item: itemIndex };
	const { limit, parameters, request } = plan;
	const output = asTool
		? toolItems(records, request.operation, {
				limit,
				simplify: parameters.simplify,
				warnings: [...(warning ? [warning] : []), ...run.warnings.ofRun()],
			})
		: records;
	return output.map((json) => ({ json, pairedItem }));
}

/** Why the filters have let none of the records through, in words. Undefined if they have, or there are none. */
function nothingMatches({ request: { operation }, filters }: Plan, records: number, found: number) {
	if (found > 0 || records === 0) return undefined;
	const inWords = filtersInWords(operation.filters, filters);
	const none =
		records === 1 ? 'The only record does not match' : `None of ${records} records matches`;
	return inWords && `${none}${inWords}`;
}

/** Copies of the records, which items can share, without secrets, unless the user includes them. */
function shownRecords(
	{ request: { operation }, parameters }: Plan,
	records: IDataObject[],
): IDataObject[] {
	const { includeSecrets } = parameters.options;
	const allowed = hideSecrets(operation, records, includeSecrets);
	return allowed.map((record) => withoutErrorField(copyOf(record)));
}

/** Renames a field `error`: for one in the first item of a success, n8n would run the node again (n8n #14423). */
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}
