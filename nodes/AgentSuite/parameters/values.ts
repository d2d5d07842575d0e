/**
 * Converts the value of a parameter to the type of its field, or explains why that is not possible. What becomes of an empty
 * value, by the first line that fits:
 *
 * - In a required field: refused.
 * - In a collection, from a model: not added.
 * - From an expression, in a number, switch, menu, or collection: refused, because the default can be the opposite.
 * - In a filter: a text that matches no record. Only a menu in which nothing is selected is no filter.
 * - In another collection: a text that clears the field, if it is "". Otherwise not added.
 * - In an optional text: undefined.
 * - In any other field: its default.
 */

import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../model/operation';
import type { Problem } from '../model/problem';
import { isRecord } from '../model/record';
import { isExpression, isFromModel } from './expressions';
import { choicesIn, choiceValues, fieldsIn } from './fields';
import { invalidParameter, quoted } from './invalidParameter';
import { FILTERS } from './sharedFields';

/** Undefined, null, "", [], and {} count as absent, because AI models and empty cells send any of them. */
function isAbsent(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isRecord(value) && Object.keys(value).length === 0;
}

function text(field: Field, value: unknown): string {
	const inLines = field.typeOptions?.rows !== undefined;
	const isPassword = field.typeOptions?.password === true;
	if (typeof value === 'object' || (typeof value === 'boolean' && !inLines)) {
		throw invalidParameter(
			field,
			`must be text, but the value is ${typeof value === 'object' ? 'an object or a list' : value}`,
			'Check the expression. It must return a single text.',
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw invalidParameter(
			field,
			`must be text, but the value is ${value}`,
			'Check the expression. It calculates with a value that is missing or no number.',
		);
	}
	if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
		throw invalidParameter(
			field,
			'has lost digits, because the value is a number',
			'In the previous node, return the value as text (in quotes).',
		);
	}
	// Multiline text and passwords are sent unchanged.
	return inLines || isPassword ? String(value) : String(value).trim();
}

function number(field: Field, value: unknown): number {
	const least = field.typeOptions?.minValue ?? -Infinity;
	const result = typeof value === 'boolean' || typeof value === 'object' ? NaN : Number(value);
	if (!Number.isFinite(result) || result < least) {
		const range = least === -Infinity ? 'a number' : `${least} or more`;
		throw invalidParameter(field, `must be ${range}`, 'Check the value or the expression.');
	}
	return result;
}

/** Numbers, as a list or as text such as "1, 2". */
function numbers(field: Field, value: unknown): number[] {
	const entries = typeof value === 'string' ? value.split(',') : [value].flat();
	return entries.map((entry) => number(field, isAbsent(entry) ? NaN : entry));
}

function boolean(field: Field, value: unknown): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw invalidParameter(field, 'must be true or false', 'Check the expression.');
}

function noOption(field: Field, value: unknown): Problem {
	// `String` can throw for an object.
	const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return invalidParameter(
		field,
		`has no option '${given.slice(0, 60)}'. Its options are: ${choiceValues(field).join(', ')}`,
		'Use one of these options.',
	);
}

/** A menu that allows other values is one of numbers: an expression can return any. */
function option(field: Field, value: unknown): unknown {
	if (choiceValues(field).includes(value)) return value;
	if (field.allowArbitraryValues) return number(field, value);
	throw noOption(field, value);
}

/** "Not Contacted" and "not_contacted" match the option "not-contacted". */
const folded = (word: unknown) =>
	String(word)
		.trim()
		.replace(/^["']+|["']+$/g, '')
		.toLowerCase()
		.replace(/[\s_-]+/g, '-');

function knownOption(field: Field, word: string): string | undefined {
	const found = choicesIn(field).find((entry) =>
		[entry.value, entry.name].some((one) => folded(one) === folded(word)),
	);
	return found && String(found.value);
}

/** The words of a list, which can be an array, JSON, or text such as "one, two". */
function wordsOf(field: Field, value: unknown): string[] {
	if (isAbsent(value)) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => wordsOf(field, entry));
	return text(field, value)
		.split(/[,;|&\n[\]"]/)
		.filter((part) => part.trim() !== '');
}

/**
 * The choices of a menu with several.
 *
 * Options by value or name. Unlisted values are allowed, because the service can know more than the menu. They are
 * refused from a model, because models guess, and a guess would match nothing. A list of empty values becomes one empty
 * text, which matches nothing, except from a model.
 */
function list(field: Field, value: unknown, saved: unknown): string[] {
	const byModel = isFromModel(saved);
	const words = wordsOf(field, value);
	const isUnset = byModel || isAbsent(value);
	if (words.length === 0) return isUnset ? [] : [''];
	return words.map((word) => {
		const found = knownOption(field, word);
		if (found === undefined && byModel) throw noOption(field, word.trim());
		return found ?? word.trim();
	});
}

/**
 * The rows of a key and a value as an object. An expression can return any JSON for a value. Empty rows count as absent.
 * @throws {Problem} without rows, and for a row without a key or a value, because what is created with it can lack a secret
 */
function rows(field: Field, given: unknown): IDataObject {
	const [group] = (field.options ?? []) as unknown as INodePropertyCollection[];
	const [keyField, valueField] = group.values;
	const values = new Map<string, unknown>();
	for (const row of isRecord(given) ? [given[group.name]].flat().filter(isRecord) : []) {
		const { [keyField.name]: key, [valueField.name]: value } = row;
		// An expression can return an empty object or list, which the service might want.
		const hasNoValue = isAbsent(value) && (typeof value !== 'object' || value === null);
		if (isAbsent(key) && hasNoValue) continue;
		const name = isAbsent(key) ? '' : text(keyField, key);
		if (name === '') {
			throw invalidParameter(field, 'has a value without a key', 'Enter the key of each value.');
		}
		if (hasNoValue) {
			const advice = 'Enter the value, remove the key, or check the expression.';
			throw invalidParameter(field, `has no value for ${quoted(name)}`, advice);
		}
		if (values.has(name)) {
			throw invalidParameter(field, `has the key ${quoted(name)} twice`, 'Remove one of them.');
		}
		values.set(name, value);
	}
	if (values.size === 0) {
		throw invalidParameter(field, 'is empty', 'Enter a key and a value, or check the expression.');
	}
	return Object.fromEntries(values) as IDataObject;
}

/** Types whose default can be the opposite of what an empty expression meant, such as no limit. */
const neverEmpty: ReadonlyArray<Field['type']> = ['number', 'boolean', 'options', 'collection'];

/** @throws {Problem} for an expression that returns nothing, in a field whose default must not replace it */
function refuseEmptyExpression(field: Field, saved: unknown): void {
	if (!isExpression(saved) || isFromModel(saved) || !neverEmpty.includes(field.type)) return;
	throw invalidParameter(field, 'is empty', 'Check the expression. It returns an empty value.');
}

/** The value of a field without one. @throws {Problem} if it must have one */
function valueWithout(field: Field, saved: unknown): unknown {
	if (field.required) {
		throw invalidParameter(field, 'is empty', 'Enter a value, or check the expression.');
	}
	refuseEmptyExpression(field, saved);
	const isOptionalText = ['string', 'resourceLocator'].includes(field.type);
	return isOptionalText ? undefined : field.default;
}

/** The value of a filter that was added and is empty: it matches no record, because without it, every record would match. */
function emptyFilter({ type }: Field, saved: unknown): unknown {
	if (type === 'multiOptions') return isExpression(saved) ? [''] : undefined;
	return type === 'string' ? '' : undefined;
}

/**
 * The value of an entry that was added to a collection. Undefined if it counts as not added.
 * @param collectionName decides what an empty entry means: a filter that matches nothing, or a text to clear
 */
function entryValue(collectionName: string, entry: Field, value: unknown, saved: unknown): unknown {
	if (!isAbsent(value)) return valueOf(entry, value, saved);
	if (isFromModel(saved)) return undefined;
	refuseEmptyExpression(entry, saved);
	if (collectionName === FILTERS) return emptyFilter(entry, saved);
	// To clear a field, its text is empty. Undefined and null are no text.
	return entry.type === 'string' && typeof value === 'string' ? '' : undefined;
}

/**
 * Other collections can have entries that an older version of the node saved.
 * @throws {Problem} for a filter that does not exist, because without it, every record would match
 */
function refuseUnknownFilter(field: Field, value: IDataObject): void {
	if (field.name !== FILTERS) return;
	const known = fieldsIn(field).map(({ name }) => name);
	const unknown = Object.keys(value).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw invalidParameter(
		field,
		`has no filter ${quoted(unknown)}. Its filters are: ${known.join(', ')}`,
		'Use one of these filters.',
	);
}

function collection(field: Field, value: unknown, saved: unknown): Record<string, unknown> {
	if (!isRecord(value)) {
		throw invalidParameter(
			field,
			'must be an object',
			'Add the fields one by one, or check the expression.',
		);
	}
	refuseUnknownFilter(field, value);
	const result: Record<string, unknown> = {};
	for (const entry of fieldsIn(field)) {
		if (!Object.hasOwn(value, entry.name)) continue;
		// One expression can also return the whole collection.
		const own = isRecord(saved) ? saved[entry.name] : saved;
		const read = entryValue(field.name, entry, value[entry.name], own);
		if (read !== undefined) result[entry.name] = read;
	}
	return result;
}

/** A value that is there, in the type of its field. @throws {Problem} if it does not fit */
function valueOf(field: Field, value: unknown, saved: unknown): unknown {
	switch (field.type) {
		case 'number':
			return field.typeOptions?.multipleValues ? numbers(field, value) : number(field, value);
		case 'boolean':
			return boolean(field, value);
		case 'options':
			return option(field, value);
		case 'multiOptions':
			return list(field, value, saved);
		case 'collection':
			return collection(field, value, saved);
		case 'fixedCollection':
			return rows(field, value);
		default:
			return text(field, value);
	}
}

/**
 * The value in the type of the field. Undefined if an optional text is absent.
 * @param value as n8n evaluates it
 * @param saved as it is saved in the workflow, with its expressions
 * @throws {Problem} that names the parameter
 */
export const converted = (field: Field, value: unknown, saved: unknown): unknown =>
	isAbsent(value) ? valueWithout(field, saved) : valueOf(field, value, saved);
