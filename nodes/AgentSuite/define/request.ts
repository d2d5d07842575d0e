/** What an operation sends: path, query, and body are filled by its fields, options, and updates of the names in the contract. */

import type { IDataObject } from 'n8n-workflow';

import { fieldNamed, type Field } from '../model/field';
import type { ReadParameters } from '../model/parameterTypes';
import type { Operation, Sent } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import { refusal, type Refuse } from '../model/refusal';
import type { FilledName, Filler, Filling } from './filling';
import { clearsEmpty, refuseNoChange } from './updates';

/** The `request` of an operation. @param fields all that its file can refuse */
export function requestOf(
	spec: AnySpec,
	{ path, query, body }: Filling,
	fields: readonly Field[],
): Operation['request'] {
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
	return (parameters) => {
		spec.refuse?.(parameters, refuse);
		if (spec.updates) refuseNoChange(parameters, refuse);
		const sent = (names: FilledName[]): Sent[] =>
			names.map(({ name, fillers: [filler] }) => ({
				name,
				value: valueOf(filler, parameters),
				field: filler.field,
			}));
		return {
			path: sent(path),
			query: sent(query).filter(isSwitchedOn),
			body: spec.body ? spec.body(parameters) : body && objectOf(sent(body)),
		};
	};
}

/** What is entered in a field. Undefined if it is empty, unless that clears a text of the service. */
function valueOf({ field, where }: Filler, parameters: ReadParameters): Sent['value'] {
	const values = where === 'fields' ? parameters : parameters[where];
	const value = (values as IDataObject | undefined)?.[field.name];
	const clears = where === 'updateFields' && clearsEmpty(parameters);
	return isEmpty(value) && !clears ? undefined : value;
}

/** No text, and no entry of a list or an object. */
const isEmpty = (value: unknown): boolean =>
	typeof value === 'object'
		? Object.keys(value ?? {}).length === 0
		: value === undefined || value === '';

/** A switch that is off is not in the query. */
const isSwitchedOn = ({ value }: Sent): boolean => value !== undefined && value !== false;

const objectOf = (sent: Sent[]): IDataObject =>
	Object.fromEntries(
		sent.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
	);
