/** Converts the value of a parameter to the type of its field, or explains why that is not possible. */

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../model/record';

/** Where a value comes from. */
export interface Origin {
	/** The value as saved in the workflow, with its expressions. */
	saved: unknown;
	/** Whether an AI model set it. Models send "" and null for omitted values (n8n #37916). */
	asTool: boolean;
}

/** A Problem that names the parameter. `output/nodeErrors.ts` adds the item. */
function invalidParameter({ displayName }: Field, what: string, advice: string): Problem {
	return new Problem({
		kind: 'input',
		message: `'${displayName}' ${what}`,
		description: `${advice} No tokens were spent.`,
		forModel: 'Correct the value and call the tool again. No tokens were spent.',
	});
}

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

const optionsIn = ({ options = [] }: Field) => options.filter((entry) => 'value' in entry);

const valuesOf = (field: Field): unknown[] => optionsIn(field).map(({ value }) => value);

const fieldsIn = ({ options = [] }: Field) => options as readonly Field[];

function noOption(field: Field, value: unknown): Problem {
	// `String` can throw for an object.
	const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return invalidParameter(
		field,
		`has no option '${given.slice(0, 60)}'. Its options are: ${valuesOf(field).join(', ')}`,
		'Use one of these options.',
	);
}

function option(field: Field, value: unknown): unknown {
	if (valuesOf(field).includes(value as string)) return value;
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
	const found = optionsIn(field).find((entry) =>
		[entry.value, entry.name].some((one) => folded(one) === folded(word)),
	);
	return found && String(found.value);
}

/** The words of a list, which can be an array, JSON, or text such as "one, two and three". */
function wordsOf(field: Field, value: unknown): string[] {
	if (isAbsent(value)) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => wordsOf(field, entry));
	const word = text(field, value);
	if (knownOption(field, word) !== undefined) return [word];
	return word.split(/[,;|&\n[\]"]|\b(?:and|or)\b/i).filter((part) => part.trim() !== '');
}

/**
 * Options by value or name. Unlisted values are allowed, because the service can know more than the menu. They are
 * refused from a model, because models guess, and a guess would match nothing. So does a list of empty values.
 */
function list(field: Field, value: unknown, { asTool }: Origin): string[] {
	const words = wordsOf(field, value);
	return (words.length > 0 || asTool || isAbsent(value) ? words : ['']).map((word) => {
		const found = knownOption(field, word);
		if (found === undefined && asTool) throw noOption(field, word.trim());
		return found ?? word.trim();
	});
}

function json(field: Field, value: unknown): IDataObject {
	let decoded = value;
	try {
		if (typeof value === 'string') decoded = JSON.parse(value);
		// JSON that is nested too deeply can be parsed, but `stringify` exceeds the stack.
		JSON.stringify(decoded);
	} catch {
		decoded = undefined;
	}
	if (!isRecord(decoded) || isAbsent(decoded)) {
		throw invalidParameter(
			field,
			'must be a valid JSON object',
			'Enter an object such as {"key": "value"}. Use double quotes and no trailing comma.',
		);
	}
	return decoded;
}

const isExpression = (saved: unknown): saved is string =>
	typeof saved === 'string' && saved.startsWith('=');

/** A name as in templates, in braces: {{name}}, {{ contact.name }}, {{ first-name | upper }}. */
const VARIABLE =
	/\{\{\s*(?!(?:true|false|null|undefined|NaN|Infinity|Math|Number)\b)[\p{L}_][\p{L}\p{N}_]*(?:\s*[.|-]\s*[\p{L}\p{N}_]+)*\s*\}\}/u;

/**
 * Texts of the service can contain its own variables, such as {{name}}. If a user pastes such a text, the editor turns
 * the field into an expression. n8n then evaluates {{name}} to nothing, and the text would be sent without it.
 * @throws {Problem} for a name that n8n cannot know in a saved expression
 */
export function checkVariables(field: Field, saved: unknown): void {
	if (isRecord(saved)) {
		for (const entry of fieldsIn(field)) checkVariables(entry, saved[entry.name]);
	}
	const [variable] = (isExpression(saved) && VARIABLE.exec(saved)) || [];
	if (variable === undefined) return;
	throw invalidParameter(
		field,
		`contains ${variable}, which n8n cannot evaluate in an expression`,
		`To send ${variable} as it is, set the field to Fixed. To insert a value of the input item, enter {{ $json.name }} with the name of its field.`,
	);
}

/** Types whose default can be the opposite of what was meant, such as no limit. */
const neverEmpty: ReadonlyArray<Field['type']> = ['number', 'boolean', 'options', 'collection'];

/** @throws {Problem} for an expression that returns nothing, in a field whose default must not replace it */
function checkEmpty(field: Field, { saved, asTool }: Origin): void {
	if (asTool || !isExpression(saved) || !neverEmpty.includes(field.type)) return;
	throw invalidParameter(field, 'is empty', 'Check the expression. It returns an empty value.');
}

/**
 * A value of a collection that was set, but can evaluate to nothing. An empty filter must match no record, because
 * without it, every record would match.
 * @returns undefined for a value that counts as not set
 */
function entryValue(field: Field, entry: Field, value: unknown, origin: Origin): unknown {
	if (!isAbsent(value)) return converted(entry, value, origin);
	checkEmpty(entry, origin);
	if (origin.asTool || origin.saved === undefined) return undefined;
	if (entry.type === 'multiOptions') return isExpression(origin.saved) ? [''] : undefined;
	// In other collections, an empty text can be a value, but undefined or null cannot.
	const isText = entry.type === 'string' && (field.name === 'filters' || typeof value === 'string');
	return isText ? '' : undefined;
}

function collection(field: Field, value: unknown, origin: Origin): Record<string, unknown> {
	if (!isRecord(value)) {
		throw invalidParameter(
			field,
			'must be an object',
			'Add the fields one by one, or check the expression.',
		);
	}
	const saved = isRecord(origin.saved) ? origin.saved : {};
	const result: Record<string, unknown> = {};
	for (const entry of fieldsIn(field)) {
		if (!Object.hasOwn(value, entry.name)) continue;
		const own: Origin = { ...origin, saved: saved[entry.name] };
		const read = entryValue(field, entry, value[entry.name], own);
		if (read !== undefined) result[entry.name] = read;
	}
	return result;
}

/** The value in the type of the field. Undefined if an optional text is absent. */
export function converted(field: Field, raw: unknown, origin: Origin): unknown {
	let value = raw;
	if (isAbsent(value)) {
		if (field.required)
			throw invalidParameter(field, 'is empty', 'Enter a value, or check the expression.');
		if (['string', 'json', 'resourceLocator'].includes(field.type)) return undefined;
		checkEmpty(field, origin);
		value = field.default;
	}
	switch (field.type) {
		case 'number':
			return field.typeOptions?.multipleValues ? numbers(field, value) : number(field, value);
		case 'boolean':
			return boolean(field, value);
		case 'options':
			return option(field, value);
		case 'multiOptions':
			return list(field, value, origin);
		case 'json':
			return json(field, value);
		case 'collection':
			return collection(field, value, origin);
		default:
			return text(field, value);
	}
}

/**
 * One sentence for each value that its menu does not list. The service can know more values than the menu, so callers
 * only mention them if nothing was found.
 * @param values of the fields, as `converted` returns them
 */
export function unlistedValues(
	fields: readonly Field[],
	values: Readonly<Record<string, unknown>>,
): string[] {
	return fields.flatMap((field) => {
		const value = values[field.name] ?? [];
		if (field.type === 'collection') {
			return unlistedValues(fieldsIn(field), value as Record<string, unknown>);
		}
		if (field.type !== 'multiOptions') return [];
		const listed = valuesOf(field);
		const unlisted = (value as string[]).filter((entry) => entry && !listed.includes(entry));
		return unlisted.map(
			(entry) =>
				`No records were found, and '${field.displayName}' has no option '${entry.slice(0, 60)}'. Its options are: ${listed.join(', ')}.`,
		);
	});
}
