/** Filters of lists: what an operation declares of them, and how they compare. */

import type { IDataObject } from 'n8n-workflow';

import type { Field, ValueOf } from '../model/field';
import type { Filter } from '../model/operation';
import { textOf } from '../model/record';
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
 * Declares a filter by the whole value of the field that a record has of its name. One that is empty after `fold` matches nothing.
 * @param fold how values are compared. Default: without case and surrounding spaces
 */
export const valueFilter = (field: TextField, fold = foldText): Filter =>
	textFilter(field, (records) => {
		const byValue = groupBy(records, (record) => fold(record[field.name]));
		byValue.delete('');
		return (value) => byValue.get(fold(value)) ?? [];
	});

/**
 * Declares a filter by words, in any order, without case and accents.
 * @param field whose description names the words: "Words of the title". What a user can enter of them is added
 * @param valueOf in which they are looked for. Default: the field that a record has of its name
 */
export const wordsFilter = (
	field: TextField,
	valueOf: (record: IDataObject) => unknown = (record) => record[field.name],
): Filter =>
	textFilter(
		{
			...field,
			description: `${field.description}, or parts of them, in any order. Case and accents are ignored.`,
		},
		(records) => wordSearch(records, (record) => textOf(valueOf(record))),
	);
