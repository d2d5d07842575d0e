import type { IDataObject } from 'n8n-workflow';

import { foldLetters } from '../texts/fold';

/** @param punctuation what stands for it: with a space, "Zoë Hart-Weiß" is "zoe hart weiss" */
const foldWords = (text: string, punctuation: '' | ' '): string =>
	foldLetters(text).replace(/[^\p{L}\p{M}\p{N}\s]/gu, punctuation);

/**
 * A search by words, without case, accents, and punctuation.
 * @param textOfRecord what is searched of a record
 * @returns a function that finds the records whose text contains every word, in their order. None for a text without letters and digits
 */
export function wordSearch(
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
