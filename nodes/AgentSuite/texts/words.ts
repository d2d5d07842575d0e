/** Parts of sentences. */

/** The text with a full stop, unless it has a mark at its end. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Sentences in a row, without those that are empty or absent. */
export const sentences = (...parts: Array<string | false | undefined>): string =>
	parts.filter(Boolean).join(' ');

/** A number of things in words: "1 request", "2 requests". */
export const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

/** Names in a sentence: "Email, Name, and Phone". */
export const inList = (names: string[]) => new Intl.ListFormat('en-US').format(names);

/** Of which one applies: "1, 5, or 10". */
export const inChoice = (names: Array<string | number>) =>
	new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names.map(String));

/** The first characters of a text, at most `length`. An emoji, of which a text counts two, is not cut in half. */
export const startOf = (text: string, length: number): string =>
	text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);

/** The most characters of a value in a text. */
const MAX_QUOTED = 60;

/** A value in a text, or its start. As JSON, so that no quote or line break in it ends the quotation. */
export const inQuotes = (value: string): string =>
	JSON.stringify(value.length > MAX_QUOTED ? `${startOf(value, MAX_QUOTED)}…` : value);

/** What a text loses at most, in characters, so that no word is cut. Texts of some languages have few spaces, or none. */
const LONGEST_WORD = 20;

/** A text of at most `length` characters, cut after a word if one ends near there. */
export function cutAfterWord(text: string, length: number): string {
	if (text.length <= length) return text;
	const end = length - 1;
	const space = text.lastIndexOf(' ', end);
	const isNear = space >= Math.max(end - LONGEST_WORD, end / 2);
	return `${startOf(text, isNear ? space : end).trimEnd()}…`;
}

/** "1,000" */
export const inDigits = (value: number): string => value.toLocaleString('en-US');
