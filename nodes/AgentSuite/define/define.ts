/** Declares what the tables list. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import type { EventSpec, TriggerEvent } from '../model/event';
import { fieldNamed, type Field, type RequiredField } from '../model/field';
import { effectOf, type Operation } from '../model/operation';
import type { AnySpec, OperationSpec } from '../model/operationSpec';
import type { PickList } from '../model/pickList';
import { refusal, type Refuse } from '../model/refusal';
import { withoutSecrets } from '../model/secrets';
import { sentences } from '../texts/words';
import { checkFields, checkOperation, checkReadsAlone } from './check';
import { missingAdvice } from './missing';
import { recordsReader } from './readRecords';
import { simplifiedRecord, simplifyFields } from './simplify';

/** Declares an operation, and adds what follows from its file. */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const Target extends RequiredField = never,
>(given: OperationSpec<Fields, Options, Target>): Operation {
	const spec = given as unknown as AnySpec;
	const { resource, name, action, description, notice, target, simplify } = spec;
	const { role, ...endpoint } = spec.endpoint;
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
		shape(given, parameters) {
			const simplified = simplifiedRecord(given, simplify, parameters);
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
>(given: EventSpec<Fields, Options>): TriggerEvent {
	const spec = given as EventSpec<readonly Field[], readonly Field[], unknown>;
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
