/** The choices of menus. */

import { choicesIn, choiceValues, type Field } from '../../model/field';
import type { Problem } from '../../model/problem';
import { refusal } from '../../model/refusal';
import { foldLetters } from '../../texts/fold';
import { inQuotes } from '../../texts/words';
import { toNumber } from './numbers';
import { isEmpty, toText } from './texts';

/**
 * The choice of a menu, given by its value, also as the text of a number. n8n shows and hides other fields by that, so neither a name
 * nor spaces around it would do.
 * A menu that allows other values is one of numbers: an expression can return any.
 */
export function toChoice(field: Field, value: unknown): unknown {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const found = choiceValues(field).find((choice) => choice === value || choice === number);
	if (found !== undefined) return found;
	if (field.allowArbitraryValues) return toNumber(field, value);
	throw noChoice(field, value);
}

/**
 * The choices of a menu with several, each once, given by value or name. None if there are only empty texts.
 * @param keepsOthers whether a value that is not listed is kept, because the service can know more than the menu
 */
export function toChoices(field: Field, value: unknown, keepsOthers: boolean): unknown[] {
	const chosen = wordsOf(field, value)
		.flatMap((word) => (Array.isArray(value) ? word : partsOf(field, word)))
		.map((word) => {
			const found = choiceFor(field, word);
			if (found === undefined && !keepsOthers) throw noChoice(field, word);
			return found ?? word;
		});
	return [...new Set(chosen)];
}

/** "one & two" is several choices if one of them is listed. Otherwise, "&" is part of a choice, such as "R&D". */
function partsOf(field: Field, word: string): string[] {
	const isListed = (text: string) => choiceFor(field, text) !== undefined;
	const parts = word.split('&').filter((part) => part.trim() !== '');
	return !isListed(word) && parts.some(isListed) ? parts.map((part) => part.trim()) : [word];
}

/** The words of a list: the entries of an array, or the parts of a text such as "one, two", which a model can send as JSON. */
function wordsOf(field: Field, value: unknown): string[] {
	const words = Array.isArray(value)
		? value
				.flat(Infinity)
				.filter((entry) => !isEmpty(entry))
				.map((entry) => toText(field, entry))
		: toText(field, value)
				.split(/[,;|\n[\]"]/)
				// What an expression without a value leaves of "one & two".
				.map((word) => word.replace(/^[\s&]+|[\s&]+$/g, ''));
	return words.map((word) => word.trim()).filter((word) => word !== '');
}

/** The value of the choice that has this value or name. */
const choiceFor = (field: Field, word: string): unknown =>
	choicesIn(field).find((entry) =>
		[entry.value, entry.name].some((one) => foldChoice(one) === foldChoice(word)),
	)?.value;

/** "Not Contacted" and "not_contacted" match the option "not-contacted". */
const foldChoice = (word: unknown): string =>
	foldLetters(String(word))
		.trim()
		.replace(/^["']+|["']+$/g, '')
		.replace(/[\s_-]+/g, '-');

function noChoice(field: Field, value: unknown): Problem {
	// `String` can throw for an object.
	const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const advice = `Use one of its options: ${choiceValues(field).join(', ')}.`;
	const forModel = `Correct the value and call the tool again. ${advice}`;
	return refusal(field, { what: 'has no such option', advice, forModel }).with({
		detail: inQuotes(given),
	});
}
