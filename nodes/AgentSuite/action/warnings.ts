import type { IDataObject } from 'n8n-workflow';

import { count } from '../model/words';
import { filtersInWords } from '../parameters/filterWords';
import type { Plan } from './plan';

/**
 * What a user would not notice in the output of an item.
 * @param records of the response
 * @param found number of those that match the filters
 */
export function warningsAbout(
	{ operation, filters }: Pick<Plan, 'operation' | 'filters'>,
	records: IDataObject[],
	found: number,
): string[] {
	const { record: warn } = operation.hints;
	const warnings = warn ? records.flatMap((record) => warn(record) ?? []) : [];
	if (found > 0 || records.length === 0) return warnings;
	const inWords = filtersInWords(operation.filters, filters);
	return inWords === undefined
		? warnings
		: [...warnings, `None of ${count(records.length, 'record')} matches${inWords}`];
}

/** "50 of 312 records (Limit)". @param found number of records without the limit */
export const limitWarning = (shown: number, found: number): string =>
	`${shown} of ${count(found, 'record')} (Limit)`;
