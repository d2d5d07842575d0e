/** Declares what the table of operations lists. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../model/endpoints';
import { fieldNamed, type Field, type ReadParameters } from '../model/field';
import { effectOf, filledBy, type Endpoint } from '../model/endpoint';
import type { Operation, Query, Resource } from '../model/operation';
import type { Advice, AnySpec, Filter, OperationSpec } from '../model/operationSpec';
import { refusal, type Refuse } from '../model/refusal';
import { inChoice, sentences } from '../texts/words';
import { checkOperation } from './check';
import { recordsReader } from '../response/readRecords';
import { simplifiedRecord, simplifyFields } from './simplify';

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
>(
	resource: Resource & { value: Value },
	value: OperationOf<Value>,
	spec: OperationSpec<Fields, Options, TargetName>,
): Operation =>
	completed(
		resource,
		value,
		endpoints[`${resource.value}.${value}` as EndpointId],
		spec as unknown as AnySpec,
	);

/** The operation, with what follows from its file and its endpoint. */
export function completed(
	resource: Resource,
	value: string,
	endpoint: Endpoint,
	spec: AnySpec,
): Operation {
	const { role, query = [], body, ...ofContract } = endpoint;
	const { name, action, notice, target, simplify, addFromList, filters = [], options = [] } = spec;
	const ofRole = role && roles[role];
	const effect = spec.effect ?? effectOf[endpoint.method];
	const fields = [
		...(target ? [target.field] : []),
		...(spec.fields ?? []),
		...simplifyFields(simplify, 'A tool of an AI agent also leaves out long texts.'),
	];
	const operation: Operation = {
		...ofContract,
		id: `${resource.value}.${value}`,
		resource,
		name,
		value,
		action,
		description: [spec.description, ...filteredBy(filters), ...(ofRole ? [ofRole.whom] : [])].join(
			', ',
		),
		notice: ofRole ? sentences(ofRole.notice, notice) : notice,
		effect,
		fields,
		filters,
		options,
		advice: { ...ofRole?.advice, ...spec.advice, 404: target?.notFoundAdvice },
		request: (parameters) => ({
			body:
				spec.request?.(parameters, refuserOf([...fields, ...options])) ??
				(body && filled(body, parameters)),
			query: queryValues(query, parameters),
		}),
		readRecords: recordsReader(endpoint.response, effect),
		addFromList,
		simplify,
		shape(record, parameters) {
			const simplified = simplifiedRecord(record, simplify, parameters);
			return spec.shape?.(simplified, parameters) ?? simplified;
		},
	};
	checkOperation(operation, spec, endpoint);
	return operation;
}

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

/** What the contract names, from the fields and options that fill it. What is empty is not sent. */
function filled(names: readonly string[], { options, ...fields }: ReadParameters): IDataObject {
	const values: Record<string, unknown> = { ...options, ...fields };
	const isSent = (value: unknown) =>
		value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
	const entries = names.map((name): [string, unknown] => [name, values[filledBy(name)]]);
	return Object.fromEntries(entries.filter(([, value]) => isSent(value))) as IDataObject;
}

/** The same as texts. A switch that is off is not sent either. */
function queryValues(names: readonly string[], parameters: ReadParameters): Query {
	const entries = Object.entries(filled(names, parameters));
	const sent = entries.filter(([, value]) => value !== false);
	return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}

/** Refuses a value of one of the fields or options. The types allow only their names. */
const refuserOf =
	(fields: readonly Field[]): Refuse<string> =>
	(name, texts) =>
		refusal(fieldNamed(fields, name), texts);
