/**
 * How texts are compared. Each of these takes two texts for the same that those above it tell apart:
 *
 *     textOf        (records/record.ts) whether anything has changed
 *     trimmed       IDs, and whether there is a text at all
 *     foldText      whole values that people write: email addresses, names, a status
 *     foldLetters   parts of texts, by what a person types to find them
 *
 * What only one place compares has a fold of its own there: words without punctuation (`define/filters.ts`), choices
 * (`parameters/values/choices.ts`), and phone numbers (`resources/lead/foldPhone.ts`).
 */

import { textOf } from '../records/record';

/** A text for comparison, without surrounding spaces. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** The same without case. An accent can be a character of its own, which looks the same. */
export const foldText = (value: unknown): string => trimmed(value).normalize('NFC').toLowerCase();

/** Letters that Unicode does not take apart, as they are written without their stroke, with a dot, as two letters, or within a word. */
const PLAIN_LETTERS: Record<string, string> = {
	ø: 'o',
	ł: 'l',
	đ: 'd',
	æ: 'ae',
	œ: 'oe',
	ß: 'ss',
	ı: 'i',
	ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * Accents, points of Hebrew and Arabic, and what follows an emoji. Marks of other scripts are vowels, or make other letters.
 */
const OPTIONAL_MARKS =
	/[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u20d0-\u20f0\ufe00-\ufe0f]/g;

/** A text for comparison, without case and accents: "Søren Weiß" is "soren weiss". */
export const foldLetters = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(OPTIONAL_MARKS, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter]);
