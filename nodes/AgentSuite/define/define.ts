/** Declares what the tables list. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import type { EventSpec, TriggerEvent } from '../model/event';
import { fieldsIn, type Field, type ValueOf } from '../model/field';
import {
	effectOf,
	type Filter,
	type Operation,
	type OperationSpec,
	type Refuse,
} from '../model/operation';
import type { PickList } from '../model/pickList';
import { refusal } from '../texts/refusal';
import { sentences } from '../texts/words';
import { recordsReader } from './readRecords';
import { withoutSecrets } from './secrets';

/** Declares an operation, and adds what follows from its file. */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(given: OperationSpec<Fields, Options>): Operation {
	const { endpoint, role, request, ...spec } = given as OperationSpec<
		readonly Field[],
		readonly Field[],
		unknown
	>;
	const { resource, value, description, notice, response, secrets, shape } = spec;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	const isList = response.listOf !== undefined;
	const fields = spec.fields ?? [];
	checkFields(
		fields,
		spec.options,
		spec.filters?.map(({ field }) => field),
	);
	if (spec.filters && !isList)
		throw new Error(`${resource.value}.${value} has filters, but no list`);
	return {
		filters: [],
		options: [],
		...spec,
		fields,
		description: role ? `${description} (administrators only)` : description,
		notice: role ? sentences('Only administrators can run this operation.', notice) : notice,
		advice: {
			...(role && {
				403: 'Generate a new token as an administrator, and paste it into the credential.',
			}),
			...spec.advice,
		},
		id: `${resource.value}.${value}`,
		method,
		path,
		effect,
		isList,
		request: request && ((parameters) => request(parameters, refuserOf(fields))),
		readRecords: recordsReader(response, effect, spec.advice?.inDoubt),
		...((secrets || shape) && {
			shape(records: IDataObject[], parameters: unknown) {
				const allowed = withoutSecrets(records, secrets, parameters);
				return shape?.(allowed, parameters) ?? allowed;
			},
		}),
	};
}

/** Refuses a value of one of the fields. */
const refuserOf =
	(fields: readonly Field[]): Refuse<string> =>
	(name, ...texts) =>
		refusal(
			fields.find((field) => field.name === name)!,
			...texts,
		);

/** Declares an event. */
export function defineEvent<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(spec: EventSpec<Fields, Options>): TriggerEvent {
	const { fields = [], options = [], list, ...event } = spec as TriggerEvent;
	checkFields(fields, options);
	const { secrets } = list.operation;
	return {
		...event,
		fields,
		options,
		list,
		emit(record, before, parameters) {
			const [allowed] = withoutSecrets([record], secrets, parameters);
			return event.emit(allowed, before, parameters);
		},
	};
}

/** Refuses fields that the reader of parameters cannot read. @param inCollections options, and fields of filters */
function checkFields(
	fields: readonly Field[] = [],
	...inCollections: Array<readonly Field[] | undefined>
): void {
	checkDisplay(fields);
	fields.forEach(checkForm);
	inCollections.forEach(checkEntries);
}

/** What is in a collection is always shown. */
function checkEntries(entries: readonly Field[] = []): void {
	for (const entry of entries) {
		if (entry.displayOptions)
			throw new Error(`The field '${entry.name}' is in a collection, so it has no conditions`);
		checkForm(entry);
	}
}

/** Only numbers, and rows of a key and a value, can have multiple values. Otherwise, the reader would drop what it does not know. */
function checkForm(field: Field): void {
	const { name, type, typeOptions } = field;
	const isSeveral = typeOptions?.multipleValues === true;
	if (type === 'fixedCollection') {
		const [group, ...others] = fieldsIn(field);
		if (!isSeveral || others.length > 0 || fieldsIn(group).length !== 2)
			throw new Error(`The field '${name}' can only have rows of a key and a value`);
	} else if (isSeveral && type !== 'number') {
		throw new Error(`The field '${name}' cannot have multiple values`);
	}
	if (type === 'collection') checkEntries(fieldsIn(field));
}

/**
 * The reader of parameters compares the values of the fields above, and nothing else that n8n knows (`hide`, `/path`, `_cnd`). It would
 * require a field that n8n hides by those.
 */
function checkDisplay(fields: readonly Field[] = []): void {
	fields.forEach(({ name, displayOptions: { show = {}, hide } = {} }, index) => {
		const above = fields.slice(0, index).map((field) => field.name);
		const isReadable = Object.entries(show).every(
			([other, values = []]) =>
				above.includes(other) && values.every((value) => typeof value !== 'object'),
		);
		if (!isReadable || hide)
			throw new Error(`The field '${name}' can only be shown by values of fields above it`);
	});
}

/** Declares a pick list. */
export const definePickList = (list: PickList): PickList => ({
	...list,
	entries: (records) => list.entries(withoutSecrets(records, list.from.secrets)),
});

/** Declares a filter. @param matches whether a record has the value */
export const defineFilter = <const F extends Field>(
	field: F,
	matches: (record: IDataObject, value: ValueOf<F>) => boolean,
): Filter => ({
	field,
	search: (records) => (value) => records.filter((record) => matches(record, value as ValueOf<F>)),
});

/**
 * Declares a filter by a text. Its description also says what an empty value does.
 * @param search `searchBy` a field, or `searchWords` of a text
 */
export const textFilter = (
	texts: Pick<Field, 'displayName' | 'name' | 'placeholder'> & { description: string },
	search: (records: IDataObject[]) => (value: string) => IDataObject[],
): Filter => ({
	field: {
		...texts,
		type: 'string',
		default: '',
		description: `${texts.description} An empty value matches nothing, unless an AI model leaves it empty.`,
	},
	search: search as Filter['search'],
});
