/** What an operation sends: path, query, and body are filled by its fields, options, and updates of the names in the contract. */

import type { IDataObject } from 'n8n-workflow';

import { filledBy, type Endpoint } from '../model/endpoint';
import { fieldNamed, type Field } from '../model/field';
import type { ReadParameters } from '../model/parameterTypes';
import type { Operation, Query } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import { refusal, type Refuse } from '../model/refusal';
import { changesOf } from './updates';

/** The `request` of an operation. @param fields with the options and updates, which its file can refuse too */
export function requestOf(
	spec: AnySpec,
	{ query = [], body }: Endpoint,
	fields: readonly Field[],
): Operation['request'] {
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
	return (parameters) => {
		spec.refuse?.(parameters, refuse);
		const sent = {
			...entered(parameters, spec.options),
			...(spec.updates && changesOf(parameters, refuse)),
		};
		return {
			query: queryValues(query, sent),
			body: spec.body ? spec.body(parameters) : body && filled(body, sent),
		};
	};
}

/** The values of fields and options by their names. What is empty is not sent. @param own the options that not every operation has */
function entered(
	{ options = {}, ...fields }: ReadParameters,
	own: readonly Field[] = [],
): IDataObject {
	const isSent = (value: unknown) =>
		typeof value === 'object'
			? Object.keys(value ?? {}).length > 0
			: ![undefined, ''].includes(value as never);
	const ownOptions = own.map(({ name }): [string, unknown] => [name, options[name]]);
	const entries = [...ownOptions, ...Object.entries(fields)];
	return Object.fromEntries(entries.filter(([, value]) => isSent(value))) as IDataObject;
}

/** What the contract names, of the values that fill it. */
function filled(names: readonly string[], values: IDataObject): IDataObject {
	const entries = names.map((name) => [name, values[filledBy(name)]]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** The same as texts. A switch that is off is not sent either. */
function queryValues(names: readonly string[], values: IDataObject): Query {
	const entries = Object.entries(filled(names, values));
	const sent = entries.filter(([, value]) => value !== false);
	return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
