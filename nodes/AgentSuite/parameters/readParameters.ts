import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { Field, ValuesOf } from '../model/field';
import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { checkVariables } from './values/expressions';
import {
	filtersCollection,
	listFields,
	optionsOfOperation,
	type runOptions,
} from './fields/operationFields';
import { optionsCollection } from './fields/sharedFields';
import { filterValues, toValue, type FilterValues } from './values/values';

/** The parameters of a node, for one item. */
export interface ParameterReader {
	/** The value of a parameter, as n8n evaluates it. */
	read(name: string, fallback: unknown, extractValue?: boolean): unknown;
	/** The values as saved in the workflow, with their expressions. */
	saved: Readonly<Record<string, unknown>>;
}

/** The readers of a run of the node, by item. */
export function itemReaders(context: IExecuteFunctions): (itemIndex: number) => ParameterReader {
	const { parameters: saved } = context.getNode();
	return (itemIndex) => ({
		read: (name, fallback, extractValue) =>
			context.getNodeParameter(name, itemIndex, fallback, { extractValue }),
		saved,
	});
}

/** The reader of a poll, which has no items. */
export const pollReader = (context: IPollFunctions): ParameterReader => ({
	read: (name, fallback, extractValue) =>
		context.getNodeParameter(name, fallback, { extractValue }),
	saved: context.getNode().parameters,
});

/**
 * The selected operation.
 * @param reader of the first item, whose operation is that of all
 * @throws {Problem} when this version does not have the operation
 */
export function readOperation({ read }: ParameterReader, operations: Operation[]): Operation {
	const resource = read('resource', '');
	const operation = read('operation', '');
	const found = operations.find(
		(entry) => entry.resource.value === resource && entry.value === operation,
	);
	if (found) return found;
	// The value of the entry that n8n's editor adds to every menu of resources and operations.
	if ([resource, operation].includes('__CUSTOM_API_CALL__')) {
		throw new Problem({
			kind: 'input',
			headline: "'Custom API Call' is a hint in the n8n editor, not an operation of this node",
			description:
				"Select another operation. For other API requests, use n8n's HTTP Request node with the Agent Suite credential.",
		});
	}
	throw new Problem({
		kind: 'input',
		headline: `The resource '${String(resource)}' has no operation '${String(operation)}'`,
		description:
			'Select the resource and operation again. If the workflow was created with a newer version of this node, update the node.',
	});
}

/** The values of the options that operations share. Those of its own are beside them. */
export type RunOptions = ValuesOf<typeof runOptions> & { includeSecrets?: boolean };

/** What one item asks for. */
export interface ItemParameters {
	/** The values of the fields, and of the options. */
	parameters: {
		[name: string]: unknown;
		/** A field of that name also leaves long texts out of the output of a tool. */
		simplify?: boolean;
		options: RunOptions;
	};
	filters: FilterValues;
	/** Maximum number of records to return. Undefined: all. */
	limit?: number;
}

/** The value of Max Tokens that limits nothing. */
const NO_LIMIT = 0;

/**
 * Reads the parameters of one item.
 * @param asTool whether an AI agent calls the node
 * @throws {Problem} that names the parameter, before anything is sent
 */
export function readParameters(
	reader: ParameterReader,
	operation: Operation,
	asTool: boolean,
): ItemParameters {
	const { fields, filters, isList } = operation;
	// The default of Max Tokens only counts for a tool, which a model can call any number of times.
	const otherDefaults = asTool ? {} : { maxTokens: NO_LIMIT };
	const ofOptions = optionsOfOperation(operation);
	const options = readOptions(reader, ofOptions, otherDefaults) as RunOptions;
	return {
		parameters: { ...readFields(reader, fields), options },
		filters:
			filters.length === 0 ? {} : readField(reader, filtersCollection(filters), filterValues),
		limit: isList ? readLimit(reader) : undefined,
	};
}

/**
 * Reads the collection Options, of an operation or an event.
 * @param otherDefaults in place of those of the fields
 * @returns a value for each option: its default if it is not set
 */
export function readOptions(
	reader: ParameterReader,
	options: readonly Field[],
	otherDefaults: Record<string, unknown> = {},
): Record<string, unknown> {
	const given = readField(reader, optionsCollection(options), toValue) as object;
	const defaults = Object.fromEntries(options.map((field) => [field.name, field.default]));
	return { ...defaults, ...otherDefaults, ...given };
}

function readLimit(reader: ParameterReader): number | undefined {
	const { returnAll, limit } = readFields(reader, listFields);
	return returnAll === true ? undefined : Number(limit);
}

/** Reads fields for one item. @returns one value per field that is shown, of the type that `ValuesOf` computes */
export function readFields(
	reader: ParameterReader,
	fields: readonly Field[],
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n, so it must not be read or required.
		if (!isShown(field, values)) continue;
		values[field.name] = readField(reader, field, toValue);
	}
	return values;
}

/** Whether the field is visible for the values read so far. `define.ts` allows only such conditions. */
function isShown(field: Field, values: Record<string, unknown>): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, shown]) =>
		(shown as readonly unknown[] | undefined)?.includes(values[name]),
	);
}

/** @param convert the value as n8n evaluates it, and as it is saved */
function readField<Value>(
	{ read, saved }: ParameterReader,
	field: Field,
	convert: (field: Field, value: unknown, saved: unknown) => Value,
): Value {
	const { name, type } = field;
	checkVariables(field, saved[name]);
	// The ID that was picked or entered. An ID saved as plain text is unchanged.
	const extractValue = type === 'resourceLocator';
	return convert(field, read(name, field.default, extractValue), saved[name]);
}
