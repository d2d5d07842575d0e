/** Reads fields of a node, for one item or poll. Nothing else reads what n8n makes of them. */

import {
	NodeHelpers,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';

import { boundsOfTool } from '../description/fields/operationFields';
import { fieldsIn, unsetValue, type Field, type ValuesOf } from '../model/field';
import { isRecord } from '../model/record';
import { refusal } from '../model/refusal';
import { checkVariables, isPartlyFromModel } from './values/expressions';
import { entriesOf, toValue, type FilterValues } from './values/values';

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
	return toValue({ field, value, saved: saved[name], use: 'field' });
}

/** The filters that were added to their collection. @throws {Problem} that names one */
export function readFilters({ read, saved }: ParameterReader, filters: Field): FilterValues {
	if (fieldsIn(filters).length === 0) return {};
	const { name } = filters;
	checkVariables(filters, saved[name]);
	return entriesOf({ field: filters, value: read(name, {}), saved: saved[name], use: 'filter' });
}

/** The editor offers for each option that the model fills it in. @throws {Problem} for one that bounds it */
function checkBounds({ saved }: ParameterReader, options: Field): void {
	const given = saved[options.name];
	const isForModel = ({ name }: Field) => isRecord(given) && isPartlyFromModel(given[name]);
	const bound = fieldsIn(options).find(
		(option) => boundsOfTool.includes(option.name) && isForModel(option),
	);
	if (!bound) return;
	const advice = 'Enter a value, or remove the option.';
	throw refusal(bound, {
		what: 'cannot be filled in by an AI model',
		advice,
		forModel: `Tell the user: ${advice}`,
	});
}

/** A value for each option in their collection, also if it is not set. @throws {Problem} that names one */
export function readOptions(reader: ParameterReader, options: Field): Record<string, unknown> {
	checkBounds(reader, options);
	const given = readField(reader, options) as object;
	const unset = fieldsIn(options).map((option) => [option.name, unsetValue(option)]);
	return { ...Object.fromEntries(unset), ...given };
}
