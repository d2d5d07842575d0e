/** Filters of lists: what an operation declares of them, and how they compare. */

import type { IDataObject } from 'n8n-workflow';

import type { Field, ValueOf } from '../model/field';
import type { Filter } from '../model/operation';
import { foldText } from './fold';
import { groupBy } from './groupBy';
import { wordSearch } from './wordSearch';

/** Declares a filter. @param matches whether a record has the value */
export const defineFilter = <const F extends Field>(
	field: F,
	matches: (record: IDataObject, value: ValueOf<F>) => boolean,
): Filter => ({
	field,
	search: (records) => (value) => records.filter((record) => matches(record, value as ValueOf<F>)),
});

/** Of a filter by a text. Its description has no period. What an empty value does is added to it. */
type FilterTexts = Pick<Field, 'displayName' | 'name' | 'placeholder'> & { description: string };

const textFilter = (
	texts: FilterTexts,
	search: (records: IDataObject[]) => (value: string) => IDataObject[],
): Filter => ({
	field: {
		...texts,
		type: 'string',
		default: '',
		description: `${texts.description}. An empty value matches nothing, unless an AI model leaves it empty.`,
	},
	search: search as Filter['search'],
});

/**
 * Declares a filter by the whole value of a field. A value that is empty after `fold` matches nothing.
 * @param valueOf the value of that field
 * @param fold how values are compared. Default: without case and surrounding spaces
 */
export const valueFilter = (
	texts: FilterTexts,
	valueOf: (record: IDataObject) => unknown,
	fold = foldText,
): Filter =>
	textFilter(texts, (records) => {
		const byValue = groupBy(records, (record) => fold(valueOf(record)));
		byValue.delete('');
		return (value) => byValue.get(fold(value)) ?? [];
	});

/**
 * Declares a filter by words.
 * @param texts its description says of what: "Words of the title"
 * @param textOfRecord in which they are looked for
 */
export const wordsFilter = (
	{ description, ...texts }: FilterTexts,
	textOfRecord: (record: IDataObject) => string,
): Filter =>
	textFilter(
		{
			...texts,
			description: `${description}, or parts of them, in any order. Case and accents are ignored`,
		},
		(records) => wordSearch(records, textOfRecord),
	);
