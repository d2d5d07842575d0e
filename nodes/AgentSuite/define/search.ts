/** Searches of lists: how values are compared, and indexes by their values. */

import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../model/record';
import { foldLetters } from '../texts/fold';

/** A text for comparison, without surrounding spaces. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** A text for comparison, without its case and surrounding spaces. */
export const foldText = (value: unknown): string => trimmed(value).toLowerCase();

/**
 * A name for comparison.
 * @param punctuation what stands for it: with a space, "Zoë Hart-Weiß" is "zoe hart weiss"
 */
const foldName = (value: unknown, punctuation: '' | ' '): string =>
	foldLetters(textOf(value)).replace(/[^\p{L}\p{N}\s]/gu, punctuation);

/** A phone number for comparison: only its digits, and none for the "+" or "00" before a country code. */
export const foldPhone = (value: unknown): string =>
	textOf(value)
		.replace(/\D/g, '')
		.replace(/^00(?=\d)/, '');

/** The records by a key of theirs, in the order of the list. */
export function groupBy(
	records: IDataObject[],
	keyOf: (record: IDataObject) => string,
): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>();
	for (const record of records) {
		const key = keyOf(record);
		const group = groups.get(key) ?? [];
		group.push(record);
		groups.set(key, group);
	}
	return groups;
}

/**
 * A search of lists by the value of a field.
 * @param fold how values are compared
 * @returns a function that indexes a list, for `Filter.search`, and returns the search: the records with a value, in
 * the order of the list. A value that is empty after `fold` matches nothing.
 */
export function searchBy(field: string, fold: (value: unknown) => string) {
	return (records: IDataObject[]) => {
		const index = groupBy(records, (record) => fold(record[field]));
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
