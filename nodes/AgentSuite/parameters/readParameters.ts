import type {
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IPollFunctions,
	NodeParameterValueType,
} from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Field, Operation, ValuesOf } from '../model/operation';
import { optionsField } from './describe';
import { includeSecretsOption, runOptions, TOOL_MAX_TOKENS } from './options';
import { Problem } from '../model/problem';
import { converted, invalidParameter, type Origin } from './values';

export interface ParameterReader extends Pick<IExecuteFunctions, 'getNodeParameter'> {
	/** The parameters as saved in the workflow, with their expressions. */
	saved?: Readonly<Record<string, unknown>>;
	/** Whether an AI model sets the values. Models send "" and null for omitted values (n8n #37916). */
	asTool?: boolean;
}

/** The values of `options`, with defaults for those that are not set. */
export type RunOptions = ValuesOf<typeof runOptions> & { includeSecrets: boolean };

const originOf = ({ saved = {}, asTool = false }: ParameterReader, name: string): Origin => ({
	saved: saved[name],
	asTool,
});

/** Whether the field is visible for the values read so far (`displayOptions.show`). */
function isShown(field: Field, values: Record<string, unknown>): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, shown]) =>
		(shown as readonly unknown[] | undefined)?.includes(values[name]),
	);
}

// Texts of the service can contain its own variables, such as {{name}}. If a user pastes such a text, the editor turns
// the field into an expression. n8n then evaluates {{name}} to nothing, and the text would be sent without it.

const PLACES = /\{\{([^{}]*)\}\}/g;
/** Names as in templates: name, contact.name, first-name, name | upper. */
const NAMES = /^\s*([\p{L}_][\p{L}\p{N}_]*)(?:\s*[.|-]\s*[\p{L}\p{N}_]+)*\s*$/u;
/** Names that an expression can start with, apart from n8n's own, which start with $. */
const KNOWN = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity', 'Math', 'Number']);

/** The first name in braces that n8n cannot know, in any expression of a saved value. Includes the braces. */
function unknownVariable(saved: unknown): string | undefined {
	if (typeof saved === 'string') {
		if (!saved.startsWith('=')) return undefined;
		for (const [place, inside] of saved.matchAll(PLACES)) {
			const name = NAMES.exec(inside)?.[1];
			if (name !== undefined && !KNOWN.has(name)) return place;
		}
		return undefined;
	}
	if (typeof saved !== 'object' || saved === null) return undefined;
	for (const value of Object.values(saved)) {
		const found = unknownVariable(value);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * Checks the saved value, because n8n evaluates a variable of the service to nothing.
 * @throws {Problem} for such a variable in an expression
 */
function checkVariables(field: Field, saved: unknown): void {
	if (field.type === 'collection') {
		for (const entry of (field.options ?? []) as readonly Field[]) {
			if (isRecord(saved)) checkVariables(entry, saved[entry.name]);
		}
		return;
	}
	const variable = unknownVariable(saved);
	if (variable === undefined) return;
	throw invalidParameter(
		field,
		`contains ${variable}, which n8n cannot evaluate in an expression`,
		`To send ${variable} as it is, set the field to Fixed. To insert a value of the input item, enter {{ $json.name }} with the name of its field.`,
	);
}

/**
 * Reads and checks the fields for one item.
 * @returns one value per field, of the type that `ValuesOf` computes
 * @throws {Problem} that names the parameter, before anything is sent
 */
export function readFields(
	context: ParameterReader,
	fields: readonly Field[],
	itemIndex: number,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n, so it must not be read or required.
		if (isShown(field, values)) {
			const origin = originOf(context, field.name);
			checkVariables(field, origin.saved);
			const fallback = structuredClone(field.default) as NodeParameterValueType;
			values[field.name] = converted(
				field,
				context.getNodeParameter(field.name, itemIndex, fallback, {
					// Returns the ID that was picked or entered. An ID saved as plain text is unchanged.
					extractValue: field.type === 'resourceLocator',
				}),
				origin,
			);
		}
	}
	return values;
}

/** Whether a saved value contains an expression, so that it can differ between items. */
function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/**
 * Reads the parameters of a run. Values that are the same for all items are read once, because for n8n they take as
 * long as an expression.
 */
export function itemReader(
	context: Pick<IExecuteFunctions, 'getNodeParameter' | 'getNode'>,
	asTool = false,
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
	return { getNodeParameter: read as ParameterReader['getNodeParameter'], saved, asTool };
}

/** Reads the parameters of a trigger, which has no items. */
export function pollReader(
	context: Pick<IPollFunctions, 'getNodeParameter' | 'getNode'>,
): ParameterReader {
	const read = (name: string, _itemIndex: number, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	return {
		getNodeParameter: read as ParameterReader['getNodeParameter'],
		saved: context.getNode().parameters,
	};
}

/** Reads the options of one item, with defaults for those that are not set. */
export function readOptions(
	context: ParameterReader,
	itemIndex: number,
	own: readonly Field[] = [],
): RunOptions {
	const fields = [includeSecretsOption, ...own, ...runOptions];
	const given = context.getNodeParameter('options', itemIndex, {});
	const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
	const set = converted(
		optionsField(fields),
		given,
		originOf(context, 'options'),
	) as Partial<RunOptions>;
	const ofTool = context.asTool ? { maxTokens: TOOL_MAX_TOKENS } : {};
	return { ...defaults, ...ofTool, ...set } as RunOptions;
}

/** The value of the entry that n8n's editor adds to every menu of resources and operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/**
 * The operation of one item.
 * @throws {Problem} when this version does not have it
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
	if ([resource, operation].includes(CUSTOM_API_CALL)) {
		throw new Problem({
			kind: 'input',
			message: "'Custom API Call' is a hint in the n8n editor, not an operation of this node",
			description:
				"Select another operation. For other API requests, use n8n's HTTP Request node with the Agent Suite credential.",
		});
	}
	throw new Problem({
		kind: 'input',
		message: `The resource '${String(resource)}' has no operation '${String(operation)}'`,
		description:
			'Select the resource and operation again. If the workflow was created with a newer version of this node, update the node.',
	});
}
