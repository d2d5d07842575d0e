import { isQuoted } from './isQuoted';

/** Characters of a text that are looked at. A response can have megabytes, which take long to search. */
export const MAX_READ = 20_000;
/** Characters of a text that are shown. */
const MAX_SHOWN = 300;

/** Takes the place of a text with the token. */
const WITHHELD = 'The reason contains the access token, so it is not shown';

/**
 * A text that somebody else wrote, short, and on one line. Not one with the token: with any twelve characters in a row of it, or a whole
 * part of eight to eleven between others, of those that JSON, HTML, and URLs need not escape. They are found as they are, and escaped,
 * also if both ends of the token are cut. A token in another form, such as base64, is not found.
 */
export function lineWithoutToken(given: string, accessToken: string): string {
	const text = visible(beginningOf(given));
	// Before the cut, which would hide a part of the token, and before a line is made of it, which changes spaces in it.
	return lineOf(isQuoted(accessToken, text, MAX_SHOWN) ? WITHHELD : text);
}

/** What is looked at: more would take long to search. Not the spaces before it, which could be all of that. */
const beginningOf = (text: string): string => text.trimStart().slice(0, MAX_READ);

/** Without characters that are invisible: they can split a token, so it would not be found, and some reorder what follows. */
const visible = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** Short, and on one line. */
function lineOf(text: string): string {
	const line = text
		.slice(0, MAX_SHOWN)
		.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
		.trim();
	return text.length > MAX_SHOWN ? `${line}…` : line;
}
