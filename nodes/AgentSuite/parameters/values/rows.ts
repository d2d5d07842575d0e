/** Rows of a key and a value, such as the settings of a platform. What is created with them cannot be changed. */

import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../../model/field';
import { isRecord } from '../../records/record';
import { refusal } from '../../model/refusal';
import { checkNumber, isEmpty, toText } from './texts';

/**
 * The rows as an object, without those that are empty. An expression can return any JSON for a value.
 * @throws {Problem} for keys and values that look like a slip
 */
export function toRows(field: Field, given: unknown): IDataObject {
	const [group] = (field.options ?? []) as unknown as INodePropertyCollection[];
	const entries = rowsIn(field, given, group).map((row, index) =>
		checkRow(field, group, row, index + 1),
	);
	checkTwice(
		field,
		entries.map((entry) => entry?.[0]),
	);
	return Object.fromEntries(entries.filter((entry) => entry !== undefined)) as IDataObject;
}

/** The key and the value of a row. Undefined if it has neither. @throws {Problem} without their texts, because a secret can be in both */
function checkRow(
	field: Field,
	{ values: [keyField, valueField] }: INodePropertyCollection,
	row: IDataObject,
	number: number,
): [key: string, value: unknown] | undefined {
	const { [keyField.name]: given, [valueField.name]: value } = row;
	if (isEmpty(given) && isEmpty(value)) return undefined;
	if (isEmpty(given)) {
		throw refusal(field, {
			what: `has a value without a key in row ${number}`,
			advice: 'Enter the key of each value.',
		});
	}
	const key = toText(
		{ ...keyField, displayName: `${keyField.displayName} in row ${number}` },
		given,
	);
	if (isEmpty(value)) {
		const advice = 'Enter the value, remove the key, or check the expression.';
		throw refusal(field, { what: `has no value in row ${number}`, advice });
	}
	if (/[{}"]/.test(key)) {
		const advice = 'Enter one key and its value per row, without quotes and braces.';
		throw refusal(field, { what: `has JSON as the key in row ${number}`, advice });
	}
	// Also in a list or an object, where JSON would make null of one that is none.
	for (const one of numbersIn(value)) {
		const textIfNone = `has ${one} as the value in row ${number}`;
		const textIfInexact = `has lost digits in row ${number}, because the value is a number`;
		checkNumber(field, one, textIfNone, textIfInexact);
	}
	if (isJsonObject(value)) {
		const advice =
			'Enter one key and its value per row. To send an object, return it with an expression.';
		throw refusal(field, { what: `has JSON as the value in row ${number}`, advice });
	}
	return [key, value];
}

/** @throws {Problem} for a key that is there already, also in another case. @param keys of the rows that have one */
function checkTwice(field: Field, keys: Array<string | undefined>): void {
	const folded = keys.map((key) => key?.toLowerCase());
	const second = folded.findIndex((key, index) => key !== undefined && folded.indexOf(key) < index);
	if (second === -1) return;
	const rows = `rows ${folded.indexOf(folded[second]) + 1} and ${second + 1}`;
	const advice = 'Keep the one that the service uses.';
	throw refusal(field, { what: `has the same key in ${rows} (case is ignored)`, advice });
}

/** The numbers in a value, as JSON has them: none of a date. */
function numbersIn(value: unknown): number[] {
	const numbers: number[] = [];
	JSON.stringify(value, (_key, one: unknown) => {
		if (typeof one === 'number') numbers.push(one);
		return one;
	});
	return numbers;
}

/** Whether a text is an object in JSON. */
function isJsonObject(value: unknown): boolean {
	if (typeof value !== 'string' || !/^\s*\{/.test(value)) return false;
	try {
		return isRecord(JSON.parse(value));
	} catch {
		return false;
	}
}

/**
 * The rows as the editor saves them, in the group of the field.
 * @throws {Problem} if one has neither a key nor a value, but something else, which would not be sent
 */
function rowsIn(
	field: Field,
	given: unknown,
	{ name, values }: INodePropertyCollection,
): IDataObject[] {
	const isRow = (row: unknown): row is IDataObject =>
		isRecord(row) && (isEmpty(row) || values.some((entry) => Object.hasOwn(row, entry.name)));
	const rows = isRecord(given) ? given[name] : given;
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	throw refusal(field, {
		what: 'must be rows of a key and a value',
		advice: 'Enter them one by one.',
	});
}
