/** What is wrong with an operation, each with what to do. */

import type { IDataObject } from 'n8n-workflow';

import { filledBy, methods } from '../model/endpoint';
import { isSecret, unsetValue, unsetValues, UPDATE_FIELDS } from '../model/field';
import type { Operation } from '../model/operation';
import type { AnySpec, Filter } from '../model/operationSpec';
import type { Texts } from './fieldRules';
import { isEntered, sourcesIn, type Places, type Source } from './request';

/** An operation, what its file declares, and the places of its request. */
export interface Declared {
	operation: Operation;
	spec: AnySpec;
	places: Places;
}

export const wrongOperation = (declared: Declared): Texts => [
	...wrongEndpoint(declared),
	...wrongList(declared),
	...wrongWrite(declared),
	...wrongPath(declared),
	...wrongQuery(declared),
	...secretsInUrl(declared),
	...wrongBody(declared),
	...overwritingDefaults(declared),
	...withoutPlace(declared),
	...withoutEffect(declared),
];

const wrongEndpoint = ({ operation: { method, tokens }, places }: Declared): Texts => [
	!methods[method].hasBody &&
		places.body !== undefined &&
		`is a ${method} with a body, which might not arrive: use query parameters`,
	!(Number.isInteger(tokens) && tokens >= 0) &&
		`costs ${tokens} tokens: set x-tokens in the contract to a whole number from 0 on`,
];

/** Only a list that is read can be filtered, and only a whole one completed. */
function wrongList({ operation, places: { query } }: Declared): Texts {
	const { effect, filters, addFromList, response } = operation;
	const isList = response.kind === 'list';
	const needsList = addFromList !== undefined;
	const [record] = addFromList?.([response.documented]) ?? [response.documented];
	return [
		...filters
			.filter((filter) => searchesMissing(filter, record))
			.map(
				({ field: { name } }) =>
					`has the filter '${name}', but no record has a field of this name: correct it, or use another kind of filter`,
			),
		filters.length > 0 && !isList && 'has filters, but no list',
		filters.length > 0 &&
			effect !== 'read' &&
			"has filters, but changes data, which would be skipped for an empty one: remove them. If it changes nothing, set effect to 'read'",
		needsList && !isList && 'has addFromList, but no list: use shape',
		needsList &&
			query.length > 0 &&
			`has addFromList, which needs the whole list, but the query parameter '${query[0].name}' can shorten it`,
	];
}

/** Whether a filter searches the field of its name, although the documented record has none. */
function searchesMissing({ field: { name }, search }: Filter, record: IDataObject): boolean {
	if (name in record) return false;
	let isRead = false;
	const watched = {
		...record,
		get [name](): undefined {
			isRead = true;
			return undefined;
		},
	};
	search([watched]);
	return isRead;
}

const wrongWrite = ({ operation: { effect }, spec: { notice } }: Declared): Texts => [
	effect !== 'read' &&
		!notice &&
		"changes data, and has no notice that says what it replaces or adds, and what n8n cannot undo. If it changes nothing, set effect to 'read'",
];

function wrongPath({ spec: { target }, places: { path } }: Declared): Texts {
	if (path.length > 0 && !target)
		return ['has an ID in its path, but no target: add an idField or a pickId'];
	return path.flatMap(({ name, sources }) => [
		!sources.some(isAlwaysThere) &&
			`has {${name}} in its path, but no field '${filledBy(name)}' that is required, and always shown`,
		!sources.every(hasOneValue) && `has {${name}} in its path, which ${MUST_BE_ONE_VALUE}`,
	]);
}

const isAlwaysThere = ({ where, field }: Source): boolean =>
	where === 'fields' && field.required === true && !field.displayOptions;

const wrongQuery = ({ places: { query } }: Declared): Texts =>
	query.flatMap(({ name, sources }) => {
		const start = `has the query parameter '${name}', which`;
		if (sources.length === 0) return [`${start} must be the name of a field or an option`];
		return sources.flatMap(({ field, where }) => [
			where === UPDATE_FIELDS &&
				`${start} is one of the updates, which only count in the body: make it a field or an option`,
			where === 'options' &&
				field.type === 'boolean' &&
				`${start} is a switch, and not sent while it is off, so an option that is added and off would do nothing: make it a field, or a menu of true and false if the service has to get both`,
			!hasOneValue({ field }) && `${start} ${MUST_BE_ONE_VALUE}`,
			field.type === 'boolean' &&
				field.default === true &&
				`${start} could not be switched off: set its default to false`,
		]);
	});

/** Proxies log a URL, and what is refused of it is quoted. */
const secretsInUrl = ({ places: { path, query } }: Declared): Texts =>
	[...path, ...query].map(
		({ name, sources }) =>
			sources.some(({ field }) => isSecret(field)) &&
			`has the password '${filledBy(name)}' in its URL, which is logged: it can only be in the body`,
	);

const MUST_BE_ONE_VALUE = 'must be one value: a text, number, switch, or menu';

/** Not several, and no fields of its own. */
const hasOneValue = ({ field: { type, typeOptions } }: Pick<Source, 'field'>): boolean =>
	!['multiOptions', 'collection', 'fixedCollection'].includes(type) &&
	typeOptions?.multipleValues !== true;

function wrongBody({ spec, places: { body } }: Declared): Texts {
	// Only that knows what is in it.
	if (spec.body)
		return [
			body === undefined &&
				'declares a body, but has none in the contract: add its requestBody there, or remove it here',
			spec.updates !== undefined && 'has updates, which a body of its own would not send',
		];
	return [
		spec.updates?.length === 0 && 'has updates without a field',
		...(body ?? [])
			.filter(({ sources }) => sources.length === 0)
			.map(
				({ name }) =>
					`has '${name}' in its body, which must be the name of a field or an option ('${filledBy(name)}'): add it, or declare a body`,
			),
	];
}

/** What a user does not set is not replaced by a default, and does not count as a change beside the texts of `updates`. */
function overwritingDefaults({
	operation: { effect },
	spec,
	places: { body = [] },
}: Declared): Texts {
	if (spec.body || (effect !== 'update' && !spec.updates)) return [];
	return body
		.flatMap(({ sources }) => sources)
		.filter(({ where, field }) => where === 'fields' && !field.required)
		.filter(({ field }) => isEntered(unsetValue(field)))
		.map(
			({ field }) =>
				`the field '${field.name}' would replace what the service has by its default: make it an option, or required if each update sets it`,
		);
}

/**
 * What is entered is sent, or the operation says what else it does with it: its options by `shape`, and all by a `body` of its own. Whether
 * that sends each of them depends on values, so it is not checked.
 */
function withoutPlace({ spec, places: { path, query, body = [] } }: Declared): Texts {
	if (spec.body) return [];
	const placed = [...path, ...query, ...body].flatMap(({ sources }) =>
		sources.map(({ field }) => field),
	);
	return sourcesIn(spec)
		.filter(({ field, where }) => !placed.includes(field) && !(where === 'options' && spec.shape))
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

/** An event or a pick list reads with the values of fields that nobody sets. What is wrong unless that is enough. */
export function wrongReader(operation: Operation): string[] {
	const { id, effect, fields } = operation;
	if (effect !== 'read') return [`${id} changes data, so no event or pick list can use it`];
	const required = fields.filter((field) => field.required);
	if (required.length > 0)
		return required.map(
			({ name }) =>
				`${id} needs '${name}', which an event or a pick list cannot ask for: use a read without required fields`,
		);
	const conditional = fields.filter(({ displayOptions }) => displayOptions);
	if (conditional.length > 0)
		return conditional.map(
			({ name }) =>
				`${id} shows '${name}' only sometimes, but an event or a pick list would always send its default: use a read without such fields`,
		);
	return refusedUnset(operation);
}

function refusedUnset({ id, fields, request }: Operation): string[] {
	try {
		request({ ...unsetValues(fields), options: {} });
		return [];
	} catch (error) {
		return [
			`${id} refuses the defaults of its fields, with which an event or a pick list reads: ${(error as Error).message}`,
		];
	}
}
