import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { count } from '../model/words';
import { filtersInWords } from '../parameters/filterWords';
import type { Plan } from './plan';

/** A number of records: "1 lead" for Lead, "2 SEO platforms" for SEO Platform. */
function recordsInWords(many: number, { recordName, resourceName }: Operation): string {
	const title = recordName ?? resourceName;
	return count(
		many,
		title.replace(/\b\p{Lu}\p{Ll}+\b/gu, (word) => word.toLowerCase()),
	);
}

/**
 * What a user would not notice in the output of an item.
 * @param records of the response
 * @param shown number of output items
 */
export function warningsAbout(
	{ operation, parameters }: Pick<Plan, 'operation' | 'parameters'>,
	records: IDataObject[],
	shown: number,
): string[] {
	const { warning } = operation;
	// A list can have thousands of records, for each of many items.
	const warnings = warning ? records.flatMap((record) => warning(record) ?? []) : [];
	if (shown > 0 || records.length === 0) return warnings;
	const filters = filtersInWords(operation.fields, parameters);
	if (filters !== undefined) {
		warnings.push(`None of ${recordsInWords(records.length, operation)} matches${filters}`);
	}
	return warnings;
}

/** "50 of 312 leads (Limit)". @param found number of records without the limit */
export const limitWarning = (operation: Operation, shown: number, found: number): string =>
	`${shown} of ${recordsInWords(found, operation)} (Limit)`;
