/** Declares what the tables list. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../model/endpoints';
import type { EventSpec, TriggerEvent } from '../model/event';
import { fieldNamed, type Field, type RequiredField } from '../model/field';
import { effectOf, type Endpoint, type Operation, type Resource } from '../model/operation';
import type { AnySpec, OperationSpec } from '../model/operationSpec';
import type { PickList } from '../model/pickList';
import { refusal, type Refuse } from '../model/refusal';
import { withoutSecrets } from '../model/secrets';
import { simplifiedRecord, simplifyFields } from '../model/simplify';
import { sentences } from '../texts/words';
import { checkFields, checkOperation, checkReadsAlone } from './check';
import { missingAdvice } from './missing';
import { recordsReader } from './readRecords';

type EndpointId = keyof typeof endpoints;

/** The operations of a resource in the contract, without it: "getAll". */
type OperationOf<Value extends string, Id = EndpointId> = Id extends `${Value}.${infer Own}`
	? Own
	: never;

/** Declares a resource. @param value its name in the contract, and in saved workflows, so never change it */
export const defineResource = <const Value extends string>(
	value: Value,
	texts: Omit<Resource, 'value'> & { preselected: OperationOf<Value> },
) => ({ ...texts, value });

/**
 * Declares an operation, and adds what follows from its file.
 * @param value its own name in the contract, and in saved workflows, so never change it
 */
export const defineOperation = <
	const Value extends string,
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const Target extends RequiredField = never,
>(
	resource: Resource & { value: Value },
	value: OperationOf<Value>,
	spec: OperationSpec<Fields, Options, Target>,
): Operation => operationAt(resource, endpoints[`${resource.value}.${value}` as EndpointId], spec);

/** The same with an endpoint of its own. */
export function operationAt<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const Target extends RequiredField = never,
>(
	resource: Resource,
	{ role, ...endpoint }: Endpoint,
	declared: OperationSpec<Fields, Options, Target>,
): Operation {
	const spec = declared as unknown as AnySpec;
	const { name, action, description, notice, target, simplify } = spec;
	const effect = spec.effect ?? effectOf[endpoint.method];
	const fields = [
		...(target ? [target] : []),
		...(spec.fields ?? []),
		...simplifyFields(simplify, 'A tool of an AI agent also leaves out long texts.'),
	];
	const operation: Operation = {
		...endpoint,
		resource,
		name,
		value: endpoint.id.slice(resource.value.length + 1),
		action,
		description: role ? `${description}, for administrators only` : description,
		notice: role ? sentences('Only administrators can run this operation.', notice) : notice,
		effect,
		fields,
		filters: spec.filters ?? [],
		options: spec.options ?? [],
		advice: {
			...(role && {
				403: 'Generate a new token as an administrator, and paste it into the credential.',
			}),
			...spec.advice,
		},
		missing: target && missingAdvice(target),
		request: (parameters) => spec.request?.(parameters, refuserOf(fields)) ?? {},
		readRecords: recordsReader(endpoint.response, effect),
		enrich: spec.enrich,
		simplify,
		shape(record, parameters) {
			const simplified = simplifiedRecord(record, simplify, parameters);
			return spec.shape?.(simplified, parameters) ?? simplified;
		},
	};
	checkOperation(operation, spec);
	return operation;
}

/** Refuses a value of one of the fields. The types allow only their names. */
const refuserOf =
	(fields: readonly Field[]): Refuse<string> =>
	(name, texts) =>
		refusal(fieldNamed(fields, name), texts);

/** Declares an event. */
export function defineEvent<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(declared: EventSpec<Fields, Options>): TriggerEvent {
	const spec = declared as EventSpec<readonly Field[], readonly Field[], unknown>;
	const { options = [], list } = spec;
	const {
		simplify,
		response: { secrets },
	} = list.operation;
	const fields = [...(spec.fields ?? []), ...simplifyFields(simplify)];
	checkFields(fields, options);
	checkReadsAlone(list.operation);
	const allowed = (record: IDataObject, parameters: unknown): IDataObject =>
		withoutSecrets([record], secrets, parameters)[0];
	return {
		...spec,
		fields,
		options,
		emit(record, before, parameters) {
			const simplified = simplifiedRecord(allowed(record, parameters), simplify, parameters);
			return spec.emit(simplified, before, parameters);
		},
		example(record, parameters) {
			const shown = allowed(record, parameters);
			return spec.example?.(shown, parameters) ?? { record: shown };
		},
	};
}

/** Declares a pick list. */
export function definePickList(list: PickList): PickList {
	checkReadsAlone(list.from);
	return {
		...list,
		entries: (records) => list.entries(withoutSecrets(records, list.from.response.secrets)),
	};
}
