import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IPollFunctions,
	NodeParameterValueType,
} from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Field, Operation, ValuesOf } from '../model/operation';
import { includeSecretsOption, runOptions } from './options';
import { Problem } from '../model/problem';

export type ParameterReader = Pick<IExecuteFunctions, 'getNodeParameter'>;

/** The values of `options`, with the default of each that is not set. */
export type RunOptions = ValuesOf<typeof runOptions> & { includeSecrets: boolean };

/** A Problem that names the parameter; the item is named by `output/nodeErrors.ts`. */
function wrong(field: Field, what: string, cure: string): Problem {
	return new Problem({
		kind: 'input',
		message: `The parameter "${field.displayName}" ${what}`,
		description: `${cure} Nothing was sent and no tokens were spent.`,
	});
}

/**
 * Left out, null, "", [] and {} are the same: AI models and empty cells send any of them (n8n #37916). Only
 * where an object is the value, {} is one.
 */
function isAbsent({ type }: Field, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return type !== 'json' && isRecord(value) && Object.keys(value).length === 0;
}

function text(field: Field, value: unknown): string {
	if (typeof value === 'object') {
		throw wrong(
			field,
			`needs a text, but got ${Array.isArray(value) ? 'a list' : 'an object'}`,
			'Pick one field of it in the expression.',
		);
	}
	// Text in several lines and passwords are sent as they stand.
	const asItStands = field.typeOptions?.rows !== undefined || field.typeOptions?.password === true;
	return asItStands ? String(value) : String(value).trim();
}

function number(field: Field, value: unknown): number {
	const least = field.typeOptions?.minValue ?? -Infinity;
	const result = typeof value === 'boolean' || typeof value === 'object' ? NaN : Number(value);
	if (!Number.isFinite(result) || result < least) {
		throw wrong(field, `needs a number of at least ${least}`, `Change it to such a number.`);
	}
	return result;
}

function boolean(field: Field, value: unknown): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw wrong(field, 'needs true or false', 'Change the expression so that it gives one of them.');
}

function option(field: Field, value: unknown): unknown {
	const allowed = (field.options ?? []).map((entry) =>
		'value' in entry ? entry.value : undefined,
	);
	if (allowed.includes(value as string)) return value;
	// An object may have no text at all.
	const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
	throw wrong(field, `has no option "${given.slice(0, 60)}"`, `Use one of: ${allowed.join(', ')}.`);
}

/** Values that the menu does not list pass: the interface may know more than it shows. */
function list(field: Field, value: unknown): string[] {
	const entries = typeof value === 'string' ? value.split(',') : [value].flat();
	return entries.filter((entry) => !isAbsent(field, entry)).map((entry) => text(field, entry));
}

function json(field: Field, value: unknown): IDataObject {
	let decoded = value;
	try {
		if (typeof value === 'string') decoded = JSON.parse(value);
		// What is nested too deeply for the stack can be read, but not written.
		JSON.stringify(decoded);
	} catch {
		decoded = undefined;
	}
	if (isRecord(decoded)) return decoded;
	throw wrong(
		field,
		'is not a JSON object, or nested too deeply',
		'Write it as {"key": "value"}: double quotes around every key and text, no comma at the end.',
	);
}

function collection(field: Field, value: unknown): Record<string, unknown> {
	if (!isRecord(value)) {
		throw wrong(field, 'needs an object', 'Set its fields one by one, or give an object.');
	}
	const result: Record<string, unknown> = {};
	for (const entry of (field.options ?? []) as readonly Field[]) {
		if (Object.hasOwn(value, entry.name) && !isAbsent(entry, value[entry.name])) {
			result[entry.name] = converted(entry, value[entry.name]);
		}
	}
	return result;
}

/** A value of the field's type; undefined where an optional text is absent. */
function converted(field: Field, raw: unknown): unknown {
	let value = raw;
	if (isAbsent(field, value)) {
		if (field.required) throw wrong(field, 'is empty', 'Fill it in.');
		if (['string', 'json', 'resourceLocator'].includes(field.type)) return undefined;
		value = field.default;
	}
	switch (field.type) {
		case 'number':
			return number(field, value);
		case 'boolean':
			return boolean(field, value);
		case 'options':
			return option(field, value);
		case 'multiOptions':
			return list(field, value);
		case 'json':
			return json(field, value);
		case 'collection':
			return collection(field, value);
		default:
			return text(field, value);
	}
}

/** Whether the values read so far show the field (`displayOptions.show`). */
function isShown(field: Field, values: Record<string, unknown>): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, shown]) =>
		(shown as readonly unknown[] | undefined)?.includes(values[name]),
	);
}

/**
 * Reads and checks the fields for one item.
 * @returns one value a field, of the type that `ValuesOf` computes
 * @throws {Problem} that names the parameter, before anything is sent
 */
export function readFields(
	context: ParameterReader,
	fields: readonly Field[],
	itemIndex: number,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n either: it must not be read, let alone be required.
		if (isShown(field, values)) {
			const fallback = structuredClone(field.default) as NodeParameterValueType;
			values[field.name] = converted(
				field,
				context.getNodeParameter(field.name, itemIndex, fallback, {
					// The id that was picked or entered; one that was saved as plain text stays as it is.
					extractValue: field.type === 'resourceLocator',
				}),
			);
		}
	}
	return values;
}

/** Whether a saved value has an expression in it: only then can it differ from item to item. */
function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/**
 * Reads the parameters of a run. What is the same for all items is asked for once: n8n takes as long for it
 * as for an expression (docs/performance.md).
 */
export function itemReader(
	context: Pick<IExecuteFunctions, 'getNodeParameter' | 'getNode'>,
): ParameterReader {
	const saved = context.getNode().parameters;
	const same = new Map<string, unknown>();
	const differs = new Set(Object.keys(saved).filter((name) => hasExpression(saved[name])));
	const read = (
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown => {
		const ask = () => context.getNodeParameter(name, itemIndex, fallback, options) as unknown;
		if (differs.has(name)) return ask();
		if (!same.has(name)) same.set(name, ask());
		return same.get(name);
	};
	return { getNodeParameter: read as ParameterReader['getNodeParameter'] };
}

/** Reads the parameters of a trigger, which has no items: whatever item is asked for. */
export function pollReader(context: Pick<IPollFunctions, 'getNodeParameter'>): ParameterReader {
	const read = (name: string, _itemIndex: number, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	return { getNodeParameter: read as ParameterReader['getNodeParameter'] };
}

/** Reads the options of one item, with the default of each that is not set. */
export function readOptions(context: ParameterReader, itemIndex: number): RunOptions {
	const fields = [includeSecretsOption, ...runOptions];
	const given = context.getNodeParameter('options', itemIndex, {});
	const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
	const holder: Field = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: fields,
	};
	const set = isAbsent(holder, given) ? {} : collection(holder, given);
	return { ...defaults, ...set } as RunOptions;
}

/**
 * The operation that is chosen for one item.
 * @throws {Problem} when a workflow names one that this version does not have
 */
export function readOperation(
	context: ParameterReader,
	operations: Operation[],
	itemIndex: number,
): Operation {
	const resource = context.getNodeParameter('resource', itemIndex, '');
	const operation = context.getNodeParameter('operation', itemIndex, '');
	const found = operations.find(
		(entry) => entry.resource === resource && entry.operation === operation,
	);
	if (found) return found;
	throw new Problem({
		kind: 'input',
		message: `There is no operation "${String(operation)}" of "${String(resource)}"`,
		description:
			'Choose resource and operation anew. If the workflow was made with a later version of this node, update the node.',
	});
}
