/** What an operation sends: path, query, and body are filled by its fields, options, and updates of the names in the contract. */

import type { IDataObject } from 'n8n-workflow';

import { filledBy, type Endpoint } from '../model/endpoint';
import { fieldNamed, UPDATE_FIELDS, type Field } from '../model/field';
import type { Operation, Sent } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import type { ReadParameters } from '../model/parameterTypes';
import { refusal, type Refuse } from '../model/refusal';
import { clearsEmpty, noChange } from './updates';

/** A field, and where its value is in the parameters. */
export interface Source {
	field: Field;
	where: 'fields' | 'options' | typeof UPDATE_FIELDS;
}

/** A place in a request, which a value goes to. */
interface Place {
	/** As the contract has it. */
	name: string;
	/** Of the value. Once the operation is checked, it is one, or one in each version of the node, which are alike. */
	sources: Source[];
}

/** The places of a request. */
export interface Places {
	path: Place[];
	query: Place[];
	/** Absent if it has no body. */
	body?: Place[];
}

/** All fields that the file of an operation declares, in the order of the form. */
export function sourcesIn({ target, fields = [], options = [], updates = [] }: AnySpec): Source[] {
	const all = (where: Source['where'], declared: readonly Field[]) =>
		declared.map((field): Source => ({ field, where }));
	return [
		...all('fields', target ? [target.field] : []),
		...all('fields', fields),
		...all(UPDATE_FIELDS, updates),
		...all('options', options),
	];
}

export function placesOf(spec: AnySpec, { path, query = [], body }: Endpoint): Places {
	const all = sourcesIn(spec);
	const placeOf = (name: string): Place => ({
		name,
		sources: all.filter(({ field }) => field.name === filledBy(name)),
	});
	return {
		path: [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => placeOf(name)),
		query: query.map(placeOf),
		body: body?.map(placeOf),
	};
}

/** The `request` of an operation. */
export function requestOf(spec: AnySpec, { path, query, body }: Places): Operation['request'] {
	const fields = sourcesIn(spec).map(({ field }) => field);
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
	const bodyOf = (parameters: ReadParameters): IDataObject | undefined => {
		if (spec.body) return spec.body(parameters);
		const inBody = filled(body ?? [], parameters).filter(({ value }) => value !== undefined);
		// The target only says what would be changed.
		if (spec.updates && inBody.every(({ field }) => field === spec.target?.field))
			throw noChange(parameters);
		return body && Object.fromEntries(inBody.map(({ name, value }) => [name, value]));
	};
	return (parameters) => {
		spec.refuse?.(parameters, refuse);
		return {
			path: filled(path, parameters),
			query: filled(query, parameters).filter(isInQuery),
			body: bodyOf(parameters),
		};
	};
}

/** The places with what fills them. */
const filled = (places: Place[], parameters: ReadParameters) =>
	places.map(({ name, sources: [source] }) => ({
		name,
		value: valueOf(source, parameters),
		field: source.field,
	}));

/** What is entered in a field. Undefined if that is nothing, unless an empty text clears one of the service. */
function valueOf({ field, where }: Source, parameters: ReadParameters): Sent['value'] {
	const values = where === 'fields' ? parameters : parameters[where];
	const value = (values as IDataObject | undefined)?.[field.name];
	const clears = where === UPDATE_FIELDS && clearsEmpty(parameters);
	return isEntered(value) || clears ? value : undefined;
}

/** Not the value of a field that nobody fills in: no text, and no entry of a list or an object. */
export const isEntered = (value: unknown): boolean =>
	typeof value === 'object'
		? Object.keys(value ?? {}).length > 0
		: value !== undefined && value !== '';

/** A switch that is off is not in the query, and no other field without a value. */
const isInQuery = ({ value, field }: ReturnType<typeof filled>[number]): boolean =>
	value !== undefined && !(field.type === 'boolean' && value === false);
