/** Declares what the table of operations lists. The types of parameters and values are computed from the fields. */

import { endpoints } from '../model/endpoints';
import type { Field } from '../model/field';
import { methods, missingRow, type Endpoint } from '../model/endpoint';
import type { Operation } from '../model/operation';
import type { Advice, AnySpec, Filter, OperationSpec, Resource } from '../model/operationSpec';
import { inChoice, sentences } from '../texts/words';
import { checkOperation } from './check';
import { recordsReader } from '../response/readRecords';
import { placesOf, requestOf } from './request';
import { simplifiedRecord, simplifyFields } from './simplify';
import { updateFields, updateOptions } from './updates';

type EndpointId = keyof typeof endpoints;

/** The operations of a resource in the contract, without it: "getAll". */
type OperationOf<Value extends string, Id = EndpointId> = Id extends `${Value}.${infer Own}`
	? Own
	: never;

/** Declares a resource. @param value its name in the contract, and in saved workflows, so never change it */
export const defineResource = <const Value extends string>(
	value: Value,
	texts: Omit<Resource, 'value'> & { preselected: OperationOf<Value> },
) => ({ ...texts, value });

/**
 * Declares an operation, and adds what follows from its file.
 * @param value its own name in the contract, and in saved workflows, so never change it
 */
export const defineOperation = <
	const Value extends string,
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const TargetName extends string = never,
	const UpdateName extends string = never,
>(
	resource: Resource & { value: Value },
	value: OperationOf<Value>,
	spec: OperationSpec<Fields, Options, TargetName, UpdateName>,
): Operation =>
	operationOf(
		resource,
		value,
		endpoints[`${resource.value}.${value}` as EndpointId],
		spec as AnySpec,
	);

/** The operation, with what follows from its file and its endpoint. @throws for what the node cannot do */
export function operationOf(
	resource: Resource,
	value: string,
	endpoint: Endpoint,
	spec: AnySpec,
): Operation {
	const { name, action, filters = [], addFromList, simplify } = spec;
	const { method, path, tokens, response } = endpoint;
	const role = endpoint.role && roles[endpoint.role];
	const id = `${resource.value}.${value}`;
	const missing = missingRow(method);
	if (missing !== undefined) throw new Error(`${id}: ${missing}`);
	const effect = spec.effect ?? methods[method].effect;
	const places = placesOf(spec, endpoint);
	const operation: Operation = {
		id,
		resource,
		value,
		name,
		action,
		filters,
		addFromList,
		simplify,
		method,
		path,
		tokens,
		response,
		description: [spec.description, ...filteredBy(filters), ...(role ? [role.whom] : [])].join(
			', ',
		),
		notice: role ? sentences(role.notice, spec.notice) : spec.notice,
		fields: fieldsOf(spec),
		options: [...(spec.options ?? []), ...updateOptions(spec.updates)],
		effect,
		request: requestOf(spec, places),
		readRecords: recordsReader(response, effect),
		shape: shapeOf(spec),
		advice: { ...role?.advice, ...spec.advice, 404: spec.target?.notFoundAdvice },
	};
	checkOperation({ operation, spec, places });
	return operation;
}

const fieldsOf = ({ target, fields = [], updates, simplify }: AnySpec): Field[] => [
	...(target ? [target.field] : []),
	...fields,
	...updateFields(updates),
	...simplifyFields(simplify, 'A tool of an AI agent also leaves out long texts.'),
];

const shapeOf =
	({ simplify, shape }: AnySpec): Operation['shape'] =>
	(record, parameters) => {
		const simplified = simplifiedRecord(record, simplify, parameters);
		return shape?.(simplified, parameters) ?? simplified;
	};

/** What is said of an operation that only a role can call. */
const roles: Record<
	NonNullable<Endpoint['role']>,
	{ whom: string; notice: string; advice: Advice }
> = {
	admin: {
		whom: 'for administrators only',
		notice: 'Only administrators can run this operation.',
		advice: {
			403: 'Generate a new token as an administrator, and paste it into the credential.',
		},
	},
};

/** The filters by their labels, if there are any. */
const filteredBy = (filters: readonly Filter[]): string[] =>
	filters.length > 0
		? [`filtered by ${inChoice(filters.map(({ field }) => field.displayName))}`]
		: [];
