/** Texts: what is none, and what becomes one. */

import type { Field } from '../../model/field';
import { refusal } from '../../model/refusal';
import { isRecord } from '../../records/record';

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
