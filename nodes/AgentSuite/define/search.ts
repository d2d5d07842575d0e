/** Searches of lists, with indexes by their values. */

import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../model/groupBy';
import { foldName } from './fold';

/**
 * A search of lists by the value of a field.
 * @param valueOf the value of that field
 * @param fold how values are compared
 * @returns a function that indexes a list, for `Filter.search`, and returns the search: the records with a value, in
 * the order of the list. A value that is empty after `fold` matches nothing.
 */
export function searchBy(
	valueOf: (record: IDataObject) => unknown,
	fold: (value: unknown) => string,
) {
	return (records: IDataObject[]) => {
		const index = groupBy(records, (record) => fold(valueOf(record)));
		index.delete('');
		return (value: string): IDataObject[] => index.get(fold(value)) ?? [];
	};
}

/**
 * A search of lists by words of a text.
 * @param textOfRecord the text of a record
 * @returns a function that indexes a list, for `Filter.search`, and returns the search: the records whose text contains
 * every word. A text without letters and digits matches nothing.
 */
export function searchWords(textOfRecord: (record: IDataObject) => string) {
	return (records: IDataObject[]) => {
		// "O'Rourke" is found as "O Rourke" and as "ORourke".
		const texts = records.map((record) => {
			const text = textOfRecord(record);
			return `${foldName(text, ' ')} ${foldName(text, '')}`;
		});
		return (text: string): IDataObject[] => {
			const words = foldName(text, ' ').split(/\s+/).filter(Boolean);
			if (words.length === 0) return [];
			return records.filter((_record, index) => words.every((word) => texts[index].includes(word)));
		};
	};
}
