import type { IDataObject } from 'n8n-workflow';

import { count } from '../model/words';
import { filtersInWords } from '../parameters/filterWords';
import type { Plan } from './plan';

/** "lead" for Lead, "SEO platform" for SEO Platform. */
const nounOf = (title: string) =>
	title.replace(/\b\p{Lu}\p{Ll}+\b/gu, (word) => word.toLowerCase());

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
		const read = count(records.length, nounOf(operation.resourceName));
		warnings.push(`${read} read, none match: ${filters}`);
	}
	return warnings;
}
