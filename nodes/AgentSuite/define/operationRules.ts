/** What is wrong with an operation, each with what to do. */

import { filledBy, methods, type Endpoint } from '../model/endpoint';
import type { Field } from '../model/field';
import type { Operation } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import type { Texts } from './fieldRules';
import { fillersOf, namesOf, type Filler } from './request';
import { excludeEachOther } from './versions';

/** What an operation declares, and the contract says of it. */
export interface Declared {
	operation: Operation;
	spec: AnySpec;
	endpoint: Endpoint;
	/** Of its spec. */
	fillers: readonly Filler[];
}

export const wrongOperation = (declared: Declared): Texts => [
	...wrongEndpoint(declared),
	...wrongList(declared),
	...wrongWrite(declared),
	...wrongPath(declared),
	...wrongQuery(declared),
	...wrongBody(declared),
	...unsent(declared),
	...withoutEffect(declared),
];

const wrongEndpoint = ({ endpoint: { method, body, tokens } }: Declared): Texts => [
	!methods[method].hasBody &&
		body !== undefined &&
		`is a ${method} with a body, which might not arrive: use query parameters`,
	!(Number.isInteger(tokens) && tokens >= 0) &&
		`costs ${tokens} tokens: set x-tokens in the contract to a whole number from 0 on`,
];

/** Only a list can be filtered, and only a whole one completed. */
function wrongList({ operation: { filters, addFromList, response }, endpoint }: Declared): Texts {
	const isList = response.kind === 'list';
	const needsList = addFromList !== undefined;
	return [
		filters.length > 0 && !isList && 'has filters, but no list',
		needsList && !isList && 'has addFromList, but no list: use shape',
		needsList &&
			endpoint.query !== undefined &&
			`has addFromList, which needs the whole list, but the query parameter '${endpoint.query[0]}' can shorten it`,
	];
}

const wrongWrite = ({ operation: { effect }, spec: { notice } }: Declared): Texts => [
	effect !== 'read' &&
		!notice &&
		"changes data, and has no notice that says what it replaces or adds, and what n8n cannot undo. If it changes nothing, set effect to 'read'",
];

function wrongPath({ spec: { target }, endpoint, fillers: all }: Declared): Texts {
	const { path } = namesOf(endpoint);
	if (path.length > 0 && !target)
		return ['has an ID in its path, but no target: add an idField or a pickId'];
	return path
		.filter((name) => !fillersOf(name, all).some(isAlwaysThere))
		.map(
			(name) =>
				`has {${name}} in its path, but no field '${filledBy(name)}' that is required, and always shown`,
		);
}

const isAlwaysThere = ({ where, field }: Filler): boolean =>
	where === 'fields' && field.required === true && !field.displayOptions;

const wrongQuery = ({ endpoint, fillers: all }: Declared): Texts =>
	namesOf(endpoint).query.flatMap((name) => {
		const start = `has the query parameter '${name}', which`;
		const fillers = fillersOf(name, all);
		if (!isFilledOnce(fillers)) return [`${start} must be the name of one field or option`];
		return fillers.flatMap(({ field }) => [
			!hasOneValue(field) && `${start} must be one value: a text, number, switch, or menu`,
			field.type === 'boolean' &&
				field.default === true &&
				`${start} could not be switched off: set its default to false`,
		]);
	});

/** In each version of the node. */
const isFilledOnce = (fillers: Filler[]): boolean =>
	fillers.length > 0 && excludeEachOther(fillers.map(({ field }) => field));

/** Not several, and no fields of its own. */
const hasOneValue = ({ type, typeOptions }: Field): boolean =>
	!['multiOptions', 'collection', 'fixedCollection'].includes(type) &&
	typeOptions?.multipleValues !== true;

function wrongBody({ spec, endpoint, fillers }: Declared): Texts {
	// Only that knows what is in it.
	if (spec.body)
		return [spec.updates !== undefined && 'has updates, which a body of its own would not send'];
	const { body = [] } = namesOf(endpoint);
	return [
		spec.updates?.length === 0 && 'has updates without a field',
		...body
			.filter((name) => !isFilledOnce(fillersOf(name, fillers)))
			.map(
				(name) =>
					`has '${name}' in its body, which must be the name of one field or option ('${filledBy(name)}'): add it, or declare a body`,
			),
	];
}

/** What is entered is sent, or the operation says what else it does with it: its fields by `body`, its options also by `shape`. */
function unsent({ spec, endpoint, fillers }: Declared): Texts {
	if (spec.body) return [];
	const { path, query, body = [] } = namesOf(endpoint);
	const sent = [...path, ...query, ...body].map(filledBy);
	return fillers
		.filter(
			({ field, where }) => !sent.includes(field.name) && !(where === 'options' && spec.shape),
		)
		.map(
			({ field }) =>
				`has the field '${field.name}', which nothing sends: the contract needs a place of the path, a query parameter, or a field of the body of that name, or the operation a body`,
		);
}

/** What is declared, but never asked for. */
const withoutEffect = ({ operation: { effect, response }, spec }: Declared): Texts => [
	spec.simplify !== undefined &&
		response.kind === 'confirmation' &&
		'has simplify, but returns a confirmation, which has no brief form',
	spec.advice?.inDoubt !== undefined &&
		effect !== 'create' &&
		`has advice for inDoubt, but only a create can be in doubt, and its effect is '${effect}'`,
];

/** An event or a pick list reads with the defaults of all fields. What is wrong unless that is enough. */
export const wrongReader = ({ id, effect, fields }: Operation): string[] => [
	...(effect === 'read' ? [] : [`${id} changes data, so no event or pick list can use it`]),
	...fields
		.filter(({ required }) => required)
		.map(
			({ name }) =>
				`${id} needs '${name}', which an event or a pick list cannot ask for: use a read without required fields`,
		),
];
