import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { count } from '../model/words';
import { hideSecrets } from '../output/secrets';
import { filtersInWords } from '../parameters/filterWords';
import type { Plan } from './plan';
import type { ResponseRecords } from './responseRecords';
import type { ActionRun } from './run';
import { toolItems } from './tool';

/**
 * The output items of one input item, linked to it. What a user would not notice in them becomes a warning of the run.
 * @param isShared whether the records are in the output of another item already
 */
export function outputItems(
	run: ActionRun,
	plan: Plan,
	response: ResponseRecords,
	isShared: boolean,
	itemIndex: number,
	asTool: boolean,
): INodeExecutionData[] {
	const found = response.find(plan);
	const warning = nothingMatches(plan, response.records.length, found.length);
	if (warning) run.warnings.add(warning);
	// A model is told how many there are, and `toolItems` applies the limit.
	const shown = asTool ? found : found.slice(0, plan.limit);
	if (shown.length < found.length)
		run.limitWarning ??= `${shown.length} of ${count(found.length, 'record')} (Limit)`;
	const records = shownRecords(plan, shown).map((record) => (isShared ? copyOf(record) : record));
	const pairedItem = { item: itemIndex };
	return (asTool ? toolItems(records, plan, warning) : records).map((json) => ({
		json,
		pairedItem,
	}));
}

/** Why the filters have let none of the records through, in words. Undefined if they have, or there are none. */
function nothingMatches({ operation, filters }: Plan, records: number, found: number) {
	if (found > 0 || records === 0) return undefined;
	const inWords = filtersInWords(operation.filters, filters);
	return inWords && `None of ${count(records, 'record')} matches${inWords}`;
}

/** The records without secrets, unless the user includes them. */
function shownRecords({ operation, parameters }: Plan, records: IDataObject[]): IDataObject[] {
	const { includeSecrets } = parameters.options;
	return (includeSecrets ? records : hideSecrets(operation, records)).map(withoutErrorField);
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
