/** Reads fields of a node, for one item or poll. Nothing else reads what n8n makes of them. */

import {
	NodeHelpers,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';

import { fieldsIn, unsetValue, type Field } from '../model/field';
import type { ValuesOf } from '../model/parameterTypes';
import { readEntries, readValue, valuesIn, type Readings } from './values/values';
import { checkVariables } from './values/variables';

/** The parameters of a node, for one item or poll. */
export interface ParameterReader {
	/** The value of a parameter, as n8n evaluates it. */
	read(name: string, fallback: unknown, extractValue?: boolean): unknown;
	/** The values as saved in the workflow, with their expressions. */
	saved: Readonly<Record<string, unknown>>;
	/** The version of the node, on which fields can depend. */
	version: number;
}

/** @param node `context.getNode()`, which is the same for all items */
export const itemReader = (
	context: IExecuteFunctions,
	{ parameters: saved, typeVersion: version }: INode,
	itemIndex: number,
): ParameterReader => ({
	read: (name, fallback, extractValue) =>
		context.getNodeParameter(name, itemIndex, fallback, { extractValue }),
	saved,
	version,
});

export function pollReader(context: IPollFunctions): ParameterReader {
	const { parameters: saved, typeVersion: version } = context.getNode();
	return {
		read: (name, fallback, extractValue) =>
			context.getNodeParameter(name, fallback, { extractValue }),
		saved,
		version,
	};
}

/** One value per field that is shown. @throws {Problem} that names the parameter */
export function readFields<const Fields extends readonly Field[]>(
	reader: ParameterReader,
	fields: Fields,
): ValuesOf<Fields> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n, so it must not be read or required.
		if (isShown(field, values, reader.version)) values[field.name] = readField(reader, field);
	}
	return values as ValuesOf<Fields>;
}

/** Whether n8n shows the field for the values read so far. `define/check.ts` allows only conditions about these. */
const isShown = (field: Field, values: object, version: number): boolean =>
	NodeHelpers.displayParameter(
		values as INodeParameters,
		field as INodeProperties,
		{ typeVersion: version },
		null,
	);

/** The value of a field, of the type that `ValueOf` computes. @throws {Problem} that names the parameter */
function readField({ read, saved }: ParameterReader, field: Field): unknown {
	const { name, type } = field;
	checkVariables(field, saved[name]);
	// The ID that was picked or entered. An ID saved as plain text is unchanged.
	const extractValue = type === 'resourceLocator';
	const value = read(name, field.default, extractValue);
	const reading = readValue({ field, value, saved: saved[name] });
	return reading.kind === 'value' ? reading.value : unsetValue(field);
}

/** The filters that were added. */
export interface AddedFilters {
	/** Of those that have a value, by name. */
	filterValues: Readonly<Record<string, unknown>>;
	/** Those that are empty, by their labels. Such a filter matches nothing. */
	emptyFilters: string[];
}

/** The filters that were added to their collection. @throws {Problem} that names one */
export function readFilters(reader: ParameterReader, filters: Field): AddedFilters {
	const all = fieldsIn(filters);
	const added = all.length === 0 ? {} : readCollection(reader, filters);
	return {
		filterValues: valuesIn(added),
		emptyFilters: all
			.filter(({ name }) => added[name]?.kind === 'matchesNothing')
			.map(({ displayName }) => displayName),
	};
}

/** The options that were added to their collection. @throws {Problem} that names one */
export const readOptions = (reader: ParameterReader, options: Field): Record<string, unknown> =>
	valuesIn(readCollection(reader, options));

/** What was added to a collection that the node adds, its filters or its options. */
function readCollection({ read, saved }: ParameterReader, collection: Field): Readings {
	const { name } = collection;
	checkVariables(collection, saved[name]);
	return readEntries({ field: collection, value: read(name, {}), saved: saved[name] });
}
