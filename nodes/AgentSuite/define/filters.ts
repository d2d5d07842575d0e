/** Filters of lists: what an operation declares of them, and how they compare. */

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/field';
import type { ValueOf } from '../model/parameterTypes';
import type { Filter } from '../model/operationSpec';
import { groupBy, textOf } from '../records/record';
import { foldLetters, foldText } from '../texts/fold';

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

/**
 * A search by words, without case, accents, and punctuation.
 * @param textOfRecord what is searched of a record
 * @returns a function that finds the records whose text contains every word, in their order. None for a text without letters and digits
 */
function wordSearch(
	records: IDataObject[],
	textOfRecord: (record: IDataObject) => string,
): (words: string) => IDataObject[] {
	// "O'Rourke" is found as "O Rourke" and as "ORourke".
	const texts = records.map((record) => {
		const text = textOfRecord(record);
		return `${foldWords(text, ' ')} ${foldWords(text, '')}`;
	});
	return (given) => {
		const words = foldWords(given, ' ').split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		return records.filter((_record, index) => words.every((word) => texts[index].includes(word)));
	};
}

/** @param punctuation what stands for it: with a space, "Zoë Hart-Weiß" is "zoe hart weiss" */
const foldWords = (text: string, punctuation: '' | ' '): string =>
	foldLetters(text).replace(/[^\p{L}\p{M}\p{N}\s]/gu, punctuation);
