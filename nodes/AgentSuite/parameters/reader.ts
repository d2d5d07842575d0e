/** Reads fields of a node, of an item or of a poll. */

import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { fieldsIn, type Field } from '../model/field';
import { checkVariables } from './values/expressions';
import { entriesOf, toValue, type FilterValues } from './values/values';

/** The parameters of a node, for one item or poll. */
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

/** The value of a field, of the type that `ValueOf` computes. @throws {Problem} that names the parameter */
function readField({ read, saved }: ParameterReader, field: Field): unknown {
	const { name, type } = field;
	checkVariables(field, saved[name]);
	// The ID that was picked or entered. An ID saved as plain text is unchanged.
	const extractValue = type === 'resourceLocator';
	return toValue(field, read(name, field.default, extractValue), saved[name], 'field');
}

/** One value per field that is shown, of the type that `ValuesOf` computes. @throws {Problem} that names the parameter */
export function readFields(
	reader: ParameterReader,
	fields: readonly Field[],
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		// A hidden field has no value in n8n, so it must not be read or required.
		if (!isShown(field, values)) continue;
		values[field.name] = readField(reader, field);
	}
	return values;
}

/** Whether the field is visible for the values read so far. `define.ts` allows only such conditions. */
function isShown(field: Field, values: Record<string, unknown>): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, shown]) =>
		(shown as readonly unknown[] | undefined)?.includes(values[name]),
	);
}

/** The filters that were added. @throws {Problem} that names one */
export const readFilters = ({ read, saved }: ParameterReader, collection: Field): FilterValues =>
	entriesOf(collection, read(collection.name, {}), saved[collection.name], 'filter');

/**
 * The values of the collection Options, of an operation or an event.
 * @param otherDefaults in place of those of the fields
 * @returns a value for each option: its default if it is not set
 */
export function readOptions(
	reader: ParameterReader,
	collection: Field,
	otherDefaults: Record<string, unknown> = {},
): Record<string, unknown> {
	const given = readField(reader, collection) as object;
	const defaults = fieldsIn(collection).map((option) => [option.name, option.default]);
	return { ...Object.fromEntries(defaults), ...otherDefaults, ...given };
}
