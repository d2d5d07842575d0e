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

/** A name in a request, as the contract has it. */
interface Filled {
	name: string;
	/** What fills it. Once the operation is checked, it is one field, or one in each version of the node, which have the same place. */
	fillers: Filler[];
}

/** What fills a request. */
export interface Filling {
	/** All fields that the file of the operation declares, in the order of the form. */
	all: Filler[];
	/** The places of the path. */
	path: Filled[];
	query: Filled[];
	/** Absent if it has no body. */
	body?: Filled[];
}

export function fillingOf(spec: AnySpec, { path, query = [], body }: Endpoint): Filling {
	const all = fillersIn(spec);
	const filled = (name: string): Filled => ({
		name,
		fillers: all.filter(({ field }) => field.name === filledBy(name)),
	});
	return {
		all,
		path: [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => filled(name)),
		query: query.map(filled),
		body: body?.map(filled),
	};
}

function fillersIn({ target, fields = [], options = [], updates = [] }: AnySpec): Filler[] {
	const all = (where: Filler['where'], declared: readonly Field[]) =>
		declared.map((field): Filler => ({ field, where }));
	return [
		...all('fields', target ? [target.field] : []),
		...all('fields', fields),
		...all(UPDATE_FIELDS, updates),
		...all('options', options),
	];
}

/** The `request` of an operation. */
export function requestOf(
	spec: AnySpec,
	{ all, path, query, body }: Filling,
): Operation['request'] {
	const fields = all.map(({ field }) => field);
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
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
			query: sent(query, parameters).filter(isInQuery),
			body: bodyOf(parameters),
		};
	};
}

const sent = (filled: Filled[], parameters: ReadParameters) =>
	filled.map(({ name, fillers: [filler] }) => ({
		name,
		value: valueOf(filler, parameters),
		field: filler.field,
	}));

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

/** A switch that is off is not in the query, and no other field without a value. */
const isInQuery = ({ value, field }: ReturnType<typeof sent>[number]): boolean =>
	value !== undefined && !(field.type === 'boolean' && value === false);
