/** Converts a value that is not empty to the type of its field. Each throws a Problem if that is not possible. */

import { choicesIn, choiceValues, type Field } from '../../model/field';
import type { Problem } from '../../model/problem';
import { isRecord } from '../../records/record';
import { foldLetters } from '../../texts/fold';
import { refusal } from '../../model/refusal';
import { inQuotes } from '../../texts/words';
import { isFromModel } from './expressions';

/**
 * A date as an expression can return it, also one of another realm: of JavaScript, or of Luxon, such as $now.
 * @returns its ISO text, undefined if it is not valid. What is no date stays as it is
 */
function withoutDate(value: unknown): unknown {
	if (Object.prototype.toString.call(value) === '[object Date]') {
		const date = value as Date;
		return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
	}
	// Within a collection, n8n makes the same text of one of Luxon.
	const { isLuxonDateTime, toISO } = Object(value) as Partial<LuxonDate>;
	return isLuxonDateTime ? (toISO?.call(value) ?? undefined) : value;
}

interface LuxonDate {
	isLuxonDateTime: boolean;
	toISO(): string | null;
}

/** Undefined, null, "", [], and {} are all empty, because AI models and empty cells send any of them. An invalid date too. */
export function isEmpty(given: unknown): boolean {
	const value = withoutDate(given);
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isRecord(value) && Object.keys(value).length === 0;
}

/** A date becomes its ISO text. */
export function toText(field: Field, given: unknown): string {
	const value = withoutDate(given);
	const isMultiline = field.typeOptions?.rows !== undefined;
	const isPassword = field.typeOptions?.password === true;
	if (typeof value === 'object' || (typeof value === 'boolean' && !isMultiline)) {
		throw refusal(field, {
			what: `must be text, but the value is ${typeof value === 'object' ? 'an object or a list' : value}`,
			advice: 'Check the expression. It must return a single text.',
		});
	}
	if (typeof value === 'number') checkNumber(field, value);
	// Multiline text and passwords are sent unchanged.
	return isMultiline || isPassword ? String(value) : String(value).trim();
}

/**
 * @param textIfNone what is wrong if it is none
 * @param textIfInexact what is wrong if JavaScript cannot hold it exactly
 * @throws {Problem} for either
 */
export function checkNumber(
	field: Field,
	value: number,
	textIfNone = `must be text, but the value is ${value}`,
	textIfInexact = 'has lost digits, because the value is a number',
): void {
	if (!Number.isFinite(value)) {
		throw refusal(field, {
			what: textIfNone,
			advice: 'Check the expression. It calculates with a value that is missing or no number.',
		});
	}
	if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
		throw refusal(field, {
			what: textIfInexact,
			advice: 'In the previous node, return the value as text (in quotes).',
			forModel: 'Call the tool again with the value as text.',
		});
	}
}

/** The value of a number field, which can have several. */
export const toNumberOrNumbers = (field: Field, value: unknown): number | number[] =>
	field.typeOptions?.multipleValues ? toNumbers(field, value) : toNumber(field, value);

function toNumber(field: Field, value: unknown): number {
	const { minValue: least = -Infinity, numberPrecision } = field.typeOptions ?? {};
	const isNone = isEmpty(value) || typeof value === 'boolean' || typeof value === 'object';
	const result = isNone ? NaN : Number(value);
	const isWhole = numberPrecision === 0;
	if (!Number.isFinite(result) || result < least || (isWhole && !Number.isInteger(result))) {
		const range = least === -Infinity ? '' : ` of ${least} or more`;
		throw refusal(field, { what: `must be a ${isWhole ? 'whole number' : 'number'}${range}` });
	}
	return result;
}

/** A list of numbers, or one. In the editor, a new row is an empty list. */
function toNumbers(field: Field, value: unknown): number[] {
	if (typeof value === 'string' && value.includes(',')) {
		throw refusal(field, {
			what: 'has a comma, which can separate numbers or thousands',
			advice: 'Return a list, such as {{ [1500, 500] }}.',
		});
	}
	return [value].flat(Infinity).map((entry) => toNumber(field, entry));
}

/** A text is read in any case, as n8n reads it, and without spaces around it, as other values are. */
export function toBoolean(field: Field, given: unknown): boolean {
	const value = typeof given === 'string' ? given.trim().toLowerCase() : given;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw refusal(field, { what: 'must be true or false' });
}

/** A menu that allows other values is one of numbers: an expression can return any. */
export function toChoice(field: Field, value: unknown): unknown {
	if (choiceValues(field).includes(value)) return value;
	if (field.allowArbitraryValues) return toNumber(field, value);
	throw noChoice(field, value);
}

/**
 * The choices of a menu with several, each given by value or name. A value that is not listed is kept, because the service
 * can know more than the menu. From a model it is refused, because models guess, and a guess would match nothing.
 */
export function toChoices(field: Field, value: unknown, saved: unknown): string[] {
	const byModel = isFromModel(saved);
	return wordsOf(field, value)
		.flatMap((word) => (Array.isArray(value) ? word : partsOf(field, word)))
		.map((word) => {
			const found = choiceFor(field, word);
			if (found === undefined && byModel) throw noChoice(field, word);
			return found ?? word;
		});
}

/** "one & two" is several choices if one of them is listed. Otherwise, "&" is part of a choice, such as "R&D". */
function partsOf(field: Field, word: string): string[] {
	const isListed = (text: string) => choiceFor(field, text) !== undefined;
	const parts = word.split('&').filter((part) => part.trim() !== '');
	return !isListed(word) && parts.some(isListed) ? parts.map((part) => part.trim()) : [word];
}

/** The words of a list: the entries of an array, or the parts of a text such as "one, two", which a model can send as JSON. */
export function wordsOf(field: Field, value: unknown): string[] {
	if (isEmpty(value)) return [];
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

function choiceFor(field: Field, word: string): string | undefined {
	const found = choicesIn(field).find((entry) =>
		[entry.value, entry.name].some((one) => foldChoice(one) === foldChoice(word)),
	);
	return found && String(found.value);
}

/** "Not Contacted" and "not_contacted" match the option "not-contacted". */
const foldChoice = (word: unknown): string =>
	foldLetters(String(word))
		.trim()
		.replace(/^["']+|["']+$/g, '')
		.replace(/[\s_-]+/g, '-');

const optionsOf = (field: Field): string =>
	`Use one of its options: ${choiceValues(field).join(', ')}.`;

function noChoice(field: Field, value: unknown): Problem {
	// `String` can throw for an object.
	const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const advice = optionsOf(field);
	const forModel = `Correct the value and call the tool again. ${advice}`;
	return refusal(field, { what: 'has no such option', advice, forModel }).with({
		detail: inQuotes(given),
	});
}
