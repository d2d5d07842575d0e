import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { Field, ValuesOf } from '../model/field';
import type { Filter, Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { checkVariables } from './expressions';
import {
	filtersCollection,
	listFields,
	optionsCollection,
	optionsOfOperation,
	type runOptions,
} from './sharedFields';
import { converted, convertedFilters } from './values';

/** The parameters of a node. */
export interface ParameterReader {
	/** The value of a parameter for one item, as n8n evaluates it. */
	read(name: string, itemIndex: number, fallback: unknown, extractValue?: boolean): unknown;
	/** The values as saved in the workflow, with their expressions. */
	saved: Readonly<Record<string, unknown>>;
}

/** The value of Max Tokens that limits nothing. */
const NO_LIMIT = 0;

/** The values of `options`, with defaults for those that are not set. */
export type RunOptions = ValuesOf<typeof runOptions> & { includeSecrets?: boolean };

/** Whether the field is visible for the values read so far (`displayOptions.show`). */
function isShown(field: Field, values: Record<string, unknown>): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, shown]) =>
		(shown as readonly unknown[] | undefined)?.includes(values[name]),
	);
}

/**
 * Reads and checks the fields for one item.
 * @returns one value per field, of the type that `ValuesOf` computes
 * @throws {Problem} that names the parameter, before anything is sent
 */
export function readFields(
	{ read, saved }: ParameterReader,
	fields: readonly Field[],
	itemIndex: number,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n, so it must not be read or required.
		if (!isShown(field, values)) continue;
		const { name, type } = field;
		checkVariables(field, saved[name]);
		// The ID that was picked or entered. An ID saved as plain text is unchanged.
		const extractValue = type === 'resourceLocator';
		const value = read(name, itemIndex, field.default, extractValue);
		values[name] = converted(field, value, saved[name]);
	}
	return values;
}

/** Reads the parameters of a poll, which has no items. */
export const pollReader = (context: IPollFunctions): ParameterReader => ({
	read: (name, _itemIndex, fallback, extractValue) =>
		context.getNodeParameter(name, fallback, { extractValue }),
	saved: context.getNode().parameters,
});

/** Reads the parameters of a run of the node. */
export const itemReader = (context: IExecuteFunctions): ParameterReader => ({
	read: (name, itemIndex, fallback, extractValue) =>
		context.getNodeParameter(name, itemIndex, fallback, { extractValue }),
	saved: context.getNode().parameters,
});

/**
 * Reads the collection Options, of an operation or an event.
 * @param otherDefaults in place of those of the fields
 * @returns a value for each option: its default if it is not set
 */
export function readOptionValues(
	reader: ParameterReader,
	options: readonly Field[],
	itemIndex: number,
	otherDefaults: Record<string, unknown> = {},
): Record<string, unknown> {
	const collection = optionsCollection(options);
	const given = readFields(reader, [collection], itemIndex)[collection.name] as object;
	const defaults = Object.fromEntries(options.map((field) => [field.name, field.default]));
	return { ...defaults, ...otherDefaults, ...given };
}

/**
 * Reads the options of one item.
 * @param asTool whether an AI agent calls the node
 */
export function readOptions(
	reader: ParameterReader,
	itemIndex: number,
	operation: Operation,
	asTool: boolean,
): RunOptions {
	// The default of Max Tokens only counts for a tool, which a model can call any number of times.
	const otherDefaults = asTool ? {} : { maxTokens: NO_LIMIT };
	const options = optionsOfOperation(operation);
	return readOptionValues(reader, options, itemIndex, otherDefaults) as RunOptions;
}

/** The values of the filters that one item has. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** Reads the filters of one item. @throws {Problem} that names the filter */
export function readFilters(
	{ read, saved }: ParameterReader,
	filters: readonly Filter[],
	itemIndex: number,
): FilterValues {
	if (filters.length === 0) return {};
	const collection = filtersCollection(filters);
	const { name } = collection;
	checkVariables(collection, saved[name]);
	const value = read(name, itemIndex, collection.default);
	return convertedFilters(collection, value, saved[name]) as FilterValues;
}

/** Maximum number of records to return for one item. Undefined: all. */
export function readLimit(reader: ParameterReader, itemIndex: number): number | undefined {
	const { returnAll, limit } = readFields(reader, listFields, itemIndex);
	return returnAll === true ? undefined : Number(limit);
}

/**
 * The operation of all items, because n8n evaluates no expression in its menus.
 * @throws {Problem} when this version does not have the operation
 */
export function readOperation({ read }: ParameterReader, operations: Operation[]): Operation {
	const resource = read('resource', 0, '');
	const operation = read('operation', 0, '');
	const found = operations.find(
		(entry) => entry.resource === resource && entry.operation === operation,
	);
	if (found) return found;
	// The value of the entry that n8n's editor adds to every menu of resources and operations.
	if ([resource, operation].includes('__CUSTOM_API_CALL__')) {
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
