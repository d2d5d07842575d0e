/** Numbers, which an expression can return as text. */

import type { Field } from '../../model/field';
import { refusal } from '../../model/refusal';
import { isEmpty } from './texts';

/** The value of a number field, which can have several. */
export const toNumberOrNumbers = (field: Field, value: unknown): number | number[] =>
	field.typeOptions?.multipleValues ? toNumbers(field, value) : toNumber(field, value);

export function toNumber(field: Field, value: unknown): number {
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

/** A list of numbers, or one. In the editor, a new row is an empty list, which is none. */
function toNumbers(field: Field, value: unknown): number[] {
	if (typeof value === 'string' && value.includes(',')) {
		throw refusal(field, {
			what: 'has a comma, which can separate numbers or thousands',
			advice: 'Return a list, such as {{ [1500, 500] }}.',
		});
	}
	return [value].flat(Infinity).map((entry) => toNumber(field, entry));
}
