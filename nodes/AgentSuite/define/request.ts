/** What an operation sends: path, query, and body are filled by its fields, options, and updates of the names in the contract. */

import type { IDataObject } from 'n8n-workflow';

import { fieldNamed } from '../model/field';
import type { Endpoint } from '../model/endpoint';
import type { ReadParameters } from '../model/parameterTypes';
import type { Operation, Sent } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import { refusal, type Refuse } from '../model/refusal';
import { fillersOf, namesOf, type Entered } from './filling';
import { clearsEmpty, refuseNoChange } from './updates';

/** The `request` of an operation. @param entered in its fields */
export function requestOf(
	spec: AnySpec,
	endpoint: Endpoint,
	entered: readonly Entered[],
): Operation['request'] {
	const { path, query, body } = namesOf(endpoint);
	const fields = entered.map(({ field }) => field);
	const refuse: Refuse<string> = (name, texts) => {
		throw refusal(fieldNamed(fields, name), texts);
	};
	const sent = (names: readonly string[], parameters: ReadParameters): Sent[] =>
		names.map((name) => {
			const [filler] = fillersOf(name, entered);
			return { name, value: valueOf(filler, parameters), field: filler.field };
		});
	return (parameters) => {
		spec.refuse?.(parameters, refuse);
		if (spec.updates) refuseNoChange(parameters);
		return {
			path: sent(path, parameters),
			query: sent(query, parameters).filter(isSwitchedOn),
			body: spec.body ? spec.body(parameters) : body && objectOf(sent(body, parameters)),
		};
	};
}

/** What is entered in a field. Undefined if it is empty, unless that clears a text of the service. */
function valueOf({ field, where }: Entered, parameters: ReadParameters): Sent['value'] {
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
