/** The parameters of the node: its operation, and what each item asks for. */

import type { IExecuteFunctions } from 'n8n-workflow';

import type { ValuesOf } from '../model/field';
import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import {
	filtersCollection,
	listFields,
	optionsOfOperation,
	type runOptions,
} from './fields/operationFields';
import { optionsCollection } from './fields/sharedFields';
import { itemReaders, readFields, readFilters, readOptions, type ParameterReader } from './reader';
import type { FilterValues } from './values/values';

/**
 * The selected operation.
 * @param reader of the first item, whose operation is that of all
 * @throws {Problem} when this version does not have the operation
 */
function readOperation({ read }: ParameterReader, operations: Operation[]): Operation {
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
	/** That of all items. */
	operation: Operation;
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
 * Reads the parameters of items.
 * @param asTool whether an AI agent calls the node
 * @returns a function that reads those of an item. It throws a Problem that names the parameter, before anything is sent
 */
export function parametersReader(
	operation: Operation,
	asTool: boolean,
): (reader: ParameterReader) => ItemParameters {
	const { fields, filters, isList } = operation;
	const optionsField = optionsCollection(optionsOfOperation(operation));
	const filtersField = filtersCollection(filters);
	// The default of Max Tokens only counts for a tool, which a model can call any number of times.
	const otherDefaults = asTool ? {} : { maxTokens: NO_LIMIT };
	return (reader) => {
		const options = readOptions(reader, optionsField, otherDefaults) as RunOptions;
		return {
			operation,
			parameters: { ...readFields(reader, fields), options },
			filters: filters.length === 0 ? {} : readFilters(reader, filtersField),
			limit: isList ? readLimit(reader) : undefined,
		};
	};
}

function readLimit(reader: ParameterReader): number | undefined {
	const { returnAll, limit } = readFields(reader, listFields);
	return returnAll === true ? undefined : Number(limit);
}

/** Reads the parameters of an item by its index. What they have in common is made once. */
export function itemParameters(
	context: IExecuteFunctions,
	operations: Operation[],
	asTool: boolean,
): (itemIndex: number) => ItemParameters {
	const readerOf = itemReaders(context);
	let read: ReturnType<typeof parametersReader> | undefined;
	return (itemIndex) => {
		// Not before, because without an operation each item fails by itself.
		read ??= parametersReader(readOperation(readerOf(0), operations), asTool);
		return read(readerOf(itemIndex));
	};
}
