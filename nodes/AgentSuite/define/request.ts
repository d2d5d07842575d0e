/** What an operation sends: path, query, and body are filled by its fields, options, and updates of the names in the contract. */

import type { IDataObject } from 'n8n-workflow';

import { filledBy, type Endpoint } from '../model/endpoint';
import { fieldNamed, type Field } from '../model/field';
import type { Operation, Sent } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import { UPDATE_FIELDS, type ReadParameters } from '../model/parameterTypes';
import { refusal, type Refuse } from '../model/refusal';
import { clearsEmpty, noChange } from './updates';

/** A field that can fill a name of the request. */
export interface Filler {
	field: Field;
	/** Where its value is in the parameters. */
	where: 'fields' | 'options' | typeof UPDATE_FIELDS;
}

/** All fields that the file of an operation declares, in the order of the form. */
export function fillersIn({ target, fields = [], options = [], updates = [] }: AnySpec): Filler[] {
	const all = (where: Filler['where'], declared: readonly Field[]) =>
		declared.map((field): Filler => ({ field, where }));
	return [
		...all('fields', target ? [target.field] : []),
		...all('fields', fields),
		...all(UPDATE_FIELDS, updates),
		...all('options', options),
	];
}

/** What fills a name. Once the operation is checked, it is one field, or one in each version of the node, which have the same place. */
export const fillersOf = (name: string, fillers: readonly Filler[]): Filler[] =>
	fillers.filter(({ field }) => field.name === filledBy(name));

/** The names in a request, as the contract has them. */
interface Names {
	/** The places of the path. */
	path: readonly string[];
	query: readonly string[];
	/** Absent if it has no body. */
	body?: readonly string[];
}

export const namesOf = ({ path, query = [], body }: Endpoint): Names => ({
	path: [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name),
	query,
	body,
});

/** The `request` of an operation. @param fillers of its spec */
export function requestOf(
	spec: AnySpec,
	endpoint: Endpoint,
	fillers: readonly Filler[],
): Operation['request'] {
	const { path, query, body } = namesOf(endpoint);
	const fields = fillers.map(({ field }) => field);
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
	const sent = (names: readonly string[], parameters: ReadParameters): Sent[] =>
		names.map((name) => {
			const [filler] = fillersOf(name, fillers);
			return { name, value: valueOf(filler, parameters), field: filler.field };
		});
	const bodyOf = (parameters: ReadParameters): IDataObject | undefined => {
		if (spec.body) return spec.body(parameters);
		const inBody = sent(body ?? [], parameters).filter(({ value }) => value !== undefined);
		// The target only says what would be changed.
		if (spec.updates && inBody.every(({ field }) => field === spec.target?.field))
			throw noChange(parameters);
		return body && Object.fromEntries(inBody.map(({ name, value }) => [name, value]));
	};
	return (parameters) => {
		spec.refuse?.(parameters, refuse);
		return {
			path: sent(path, parameters),
			query: sent(query, parameters).filter(isSwitchedOn),
			body: bodyOf(parameters),
		};
	};
}

/** What is entered in a field. Undefined if that is nothing, unless an empty text clears one of the service. */
function valueOf({ field, where }: Filler, parameters: ReadParameters): Sent['value'] {
	const values = where === 'fields' ? parameters : parameters[where];
	const value = (values as IDataObject | undefined)?.[field.name];
	const clears = where === UPDATE_FIELDS && clearsEmpty(parameters);
	return isEntered(value) || clears ? value : undefined;
}

/** Not the value of a field that nobody fills in: no text, and no entry of a list or an object. */
const isEntered = (value: unknown): boolean =>
	typeof value === 'object'
		? Object.keys(value ?? {}).length > 0
		: value !== undefined && value !== '';

/** A switch that is off is not in the query. */
const isSwitchedOn = ({ value }: Sent): boolean => value !== undefined && value !== false;
