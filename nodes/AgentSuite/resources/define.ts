/** Declares what the tables list. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import type { EventSpec, TriggerEvent } from '../model/event';
import type { Field, ValueOf } from '../model/field';
import { effectOf, type Filter, type Operation, type OperationSpec } from '../model/operation';
import { recordsReader } from './recordsReader';

/** Declares an operation, and adds what follows from its file. */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(given: OperationSpec<Fields, Options>): Operation {
	const spec = given as OperationSpec<readonly Field[], readonly Field[], unknown>;
	const { resource, value, description, role, notice, endpoint, response } = spec;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	const isList = response.listOf !== undefined;
	refuseHide(spec.fields);
	if (spec.filters && !isList)
		throw new Error(`${resource.value}.${value} has filters, but no list`);
	return {
		fields: [],
		filters: [],
		options: [],
		advice: {},
		...spec,
		notice: role ? [`Only ${role}s can run this operation.`, notice].join(' ').trim() : notice,
		description: role ? `${description} with an ${role} token` : description,
		id: `${resource.value}.${value}`,
		method,
		path,
		effect,
		isList,
		readRecords: recordsReader(response, effect),
	};
}

/** Declares an event. */
export function defineEvent<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(spec: EventSpec<Fields, Options>): TriggerEvent {
	refuseHide(spec.fields);
	return { fields: [], options: [], ...spec } as TriggerEvent;
}

/** The reader of parameters knows only `displayOptions.show`, so it would require a field that `hide` hides. */
function refuseHide(fields: readonly Field[] = []): void {
	const hidden = fields.find(({ displayOptions }) => displayOptions?.hide);
	if (hidden) throw new Error(`The field '${hidden.name}' is hidden by 'hide', use 'show'`);
}

/** Declares a filter. */
export const defineFilter = <const F extends Field>(
	field: F,
	search: (records: IDataObject[]) => (value: ValueOf<F>) => IDataObject[],
): Filter => ({ field, search: search as Filter['search'] });

/** Declares a filter by a text. Its description also says what an empty value does. */
export const textFilter = (
	{ description, ...texts }: Pick<Field, 'displayName' | 'name' | 'placeholder' | 'description'>,
	search: (records: IDataObject[]) => (value: string) => IDataObject[],
): Filter =>
	defineFilter(
		{
			...texts,
			type: 'string',
			default: '',
			description: `${description} An empty value matches nothing.`,
		},
		search,
	);
