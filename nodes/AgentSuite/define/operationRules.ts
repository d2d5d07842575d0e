/** What is wrong with an operation, each with what to do. */

import { filledBy, type Endpoint } from '../model/endpoint';
import type { Field } from '../model/field';
import type { Operation } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';
import type { Texts } from './fieldRules';

/** What an operation declares, and the contract says of it. */
interface Declared {
	operation: Operation;
	spec: AnySpec;
	endpoint: Endpoint;
}

export const wrongOperation = (declared: Declared): Texts => [
	...wrongList(declared),
	...wrongWrite(declared),
	...wrongPath(declared),
	...wrongQuery(declared),
	...wrongBody(declared),
	...unsent(declared),
];

/** Only a list that is whole can be filtered and completed. */
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

/** The places of the path, which may have any name. */
const placesIn = (path: string) => [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);

function wrongPath({ operation: { path, fields }, spec: { target } }: Declared): Texts {
	const places = placesIn(path);
	const isFilled = (place: string) =>
		fields.some(
			({ name, required, displayOptions }) =>
				name === filledBy(place) && required && !displayOptions,
		);
	return [
		places.length > 0 &&
			!target &&
			'has an ID in its path, but no target: add an idField or a pickId',
		...places.map(
			(place) =>
				!isFilled(place) &&
				`has {${place}} in its path, but no field '${filledBy(place)}' that is required, and always shown`,
		),
	];
}

/** The fields, options, and updates that fill a query parameter, or a field of the body. There has to be one. */
const fillersOf = (name: string, { operation, spec: { updates = [] } }: Declared): Field[] =>
	[...operation.fields, ...operation.options, ...updates].filter(
		(field) => field.name === filledBy(name),
	);

const wrongQuery = (declared: Declared): Texts =>
	(declared.endpoint.query ?? []).flatMap((name) => {
		const [field, ...others] = fillersOf(name, declared);
		const start = `has the query parameter '${name}', which`;
		if (field === undefined || others.length > 0)
			return [`${start} must be the name of one field or option`];
		return [
			!hasOneValue(field) && `${start} must be one value: a text, number, switch, or menu`,
			field.type === 'boolean' &&
				field.default === true &&
				`${start} could not be switched off: set its default to false`,
		];
	});

/** Not several, and no fields of its own. */
const hasOneValue = ({ type, typeOptions }: Field): boolean =>
	!['multiOptions', 'collection', 'fixedCollection'].includes(type) &&
	typeOptions?.multipleValues !== true;

/** With a `body` of its own, only that knows what is in it. */
const wrongBody = (declared: Declared): Texts => [
	declared.spec.body !== undefined &&
		declared.spec.updates !== undefined &&
		'has updates, which a body of its own would not send',
	...(declared.endpoint.body ?? []).map(
		(name) =>
			!declared.spec.body &&
			fillersOf(name, declared).length !== 1 &&
			`has '${name}' in its body, which must be the name of one field or option ('${filledBy(name)}'): add it, or declare a body`,
	),
];

/** What is entered is sent, or the operation says what else it does with it: its fields by `body`, its options also by `shape`. */
function unsent({ spec, endpoint: { path, query = [], body = [] } }: Declared): Texts {
	const { target, fields = [], options = [], updates = [], shape } = spec;
	const sent = [...placesIn(path), ...query, ...body].map(filledBy);
	const entered = [
		...(target ? [target.field] : []),
		...fields,
		...updates,
		...(shape ? [] : options),
	];
	return entered.map(
		({ name }) =>
			!spec.body &&
			!sent.includes(name) &&
			`has the field '${name}', which nothing sends: the contract needs a place of the path, a query parameter, or a field of the body of that name, or the operation a body`,
	);
}

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
