/** Filters of lists: what an operation declares of them, and how they compare. */

import type { IDataObject } from 'n8n-workflow';

import type { Field, ValueOf } from '../model/field';
import type { Filter } from '../model/operation';
import { foldText } from '../texts/fold';
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

/** The field of a filter by a text, which is a text without a default. */
type TextField = Pick<Field, 'displayName' | 'name' | 'placeholder' | 'description'>;

const textFilter = (
	field: TextField,
	search: (records: IDataObject[]) => (value: string) => IDataObject[],
): Filter => ({
	field: { ...field, type: 'string', default: '' },
	search: search as Filter['search'],
});

/**
 * Declares a filter by the whole value of a field. A value that is empty after `fold` matches nothing.
 * @param valueOf the value of that field
 * @param fold how values are compared. Default: without case and surrounding spaces
 */
export const valueFilter = (
	field: TextField,
	valueOf: (record: IDataObject) => unknown,
	fold = foldText,
): Filter =>
	textFilter(field, (records) => {
		const byValue = groupBy(records, (record) => fold(valueOf(record)));
		byValue.delete('');
		return (value) => byValue.get(fold(value)) ?? [];
	});

/** Declares a filter by words. @param textOfRecord in which they are looked for, without case and accents, in any order */
export const wordsFilter = (
	field: TextField,
	textOfRecord: (record: IDataObject) => string,
): Filter => textFilter(field, (records) => wordSearch(records, textOfRecord));
