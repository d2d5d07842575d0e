/** The parameters of the node: its operation, and what each item asks for. */

import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Audience } from '../model/audience';
import { fieldsIn, unsetValues, type Field } from '../model/field';
import type { ReadParameters, ValuesOf } from '../model/parameterTypes';
import type { Operation } from '../model/operation';
import { isRecord } from '../records/record';
import { refusal } from '../model/refusal';
import {
	boundsOfTool,
	filtersCollection,
	listFields,
	optionsOf,
	runOptions,
} from '../fields/operationFields';
import { optionsCollection } from '../fields/sharedFields';
import {
	itemReader,
	readFields,
	readFilters,
	readOptions,
	type AddedFilters,
	type ParameterReader,
} from './reader';
import { selectedOperation } from './selectedOperation';
import { isPartlyFromModel } from './values/expressions';

/** The values of the options that operations share. Those of its own are beside them. */
type RunOptions = ValuesOf<ReturnType<typeof runOptions>>;

/** What one item asks for. */
export interface ItemParameters extends AddedFilters {
	/** That of all items. */
	operation: Operation;
	/** The values of the fields, and of the options. */
	parameters: ReadParameters & { options: RunOptions };
	/** Maximum number of records to return. Undefined: all. */
	limit?: number;
}

/** Reads the parameters of the items of a run. */
export class ItemsReader {
	private readonly node: INode;
	/** That of all items. Undefined until the first one is read. */
	private operation?: Operation;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operations: Operation[],
		private readonly audience: Audience,
	) {
		// Once, because n8n copies the node each time.
		this.node = context.getNode();
	}

	/** What the item of an index asks for. @throws {Problem} that names the parameter, before anything is sent */
	read(itemIndex: number): ItemParameters {
		// Not before, because without an operation each item fails by itself.
		this.operation ??= selectedOperation(this.item(0), this.operations);
		return readItem(this.item(itemIndex), this.operation, this.audience);
	}

	private item(index: number): ParameterReader {
		return itemReader(this.context, this.node, index);
	}
}

/** Reads what one item asks for. @throws {Problem} that names the parameter */
export function readItem(
	reader: ParameterReader,
	operation: Operation,
	audience: Audience,
): ItemParameters {
	const options = optionsCollection(optionsOf(operation, audience));
	checkBounds(reader, options);
	return {
		operation,
		parameters: {
			...readFields(reader, operation.fields),
			options: {
				...unsetValues(runOptions(audience)),
				...readOptions(reader, options),
			} as RunOptions,
		},
		...readFilters(reader, filtersCollection(operation.filters)),
		limit: operation.response.kind === 'list' ? readLimit(reader) : undefined,
	};
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

function readLimit(reader: ParameterReader): number | undefined {
	const { returnAll, limit } = readFields(reader, listFields);
	return returnAll ? undefined : limit;
}
