/** Declares what the tables list. The types of parameters and values are computed from the fields. */

import type { IDataObject } from 'n8n-workflow';

import type { EventSpec, TriggerEvent } from '../model/event';
import { fieldNamed, type Field, type RequiredField } from '../model/field';
import {
	effectOf,
	type AnySpec,
	type Operation,
	type OperationSpec,
	type Refuse,
} from '../model/operation';
import type { PickList } from '../model/pickList';
import { withoutSecrets } from '../model/secrets';
import { refusal } from '../texts/refusal';
import { sentences } from '../texts/words';
import { checkFields, checkOperation, checkReadsAlone } from './check';
import { missingAdvice } from './missing';
import { recordsReader } from './readRecords';
import { simplifiedRecord, simplifyFields } from './simplify';
import { changesOf, clearEmptyFields, updateFields } from './updates';

/** Declares an operation, and adds what follows from its file. */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const Target extends RequiredField = never,
>(given: OperationSpec<Fields, Options, Target>): Operation {
	const { endpoint, target, updates, request, ...spec } = given as unknown as AnySpec;
	const { role, ...contract } = endpoint;
	const { resource, description, notice, response } = spec;
	const { simplify } = response;
	const effect = spec.effect ?? effectOf[endpoint.method];
	const isList = response.listOf !== undefined;
	const fields = [
		...(target ? [target] : []),
		...(spec.fields ?? []),
		...(updates ? [updateFields(updates)] : []),
		...simplifyFields(simplify, 'A tool of an AI agent also leaves out long texts.'),
	];
	const options = [...(spec.options ?? []), ...(updates ? [clearEmptyFields] : [])];
	checkOperation({ ...contract, ...spec, fields, options, target, updates, effect, isList });
	return {
		filters: [],
		...spec,
		...contract,
		value: contract.id.slice(resource.value.length + 1),
		fields,
		options,
		description: role ? `${description} (administrators only)` : description,
		notice: role ? sentences('Only administrators can run this operation.', notice) : notice,
		advice: {
			...(role && {
				403: 'Generate a new token as an administrator, and paste it into the credential.',
			}),
			...missingAdvice(target),
			...spec.advice,
		},
		effect,
		isList,
		request(parameters) {
			const refuse = refuserOf(fields);
			const parts = request?.(parameters, refuse) ?? {};
			return updates
				? { ...parts, body: { ...parts.body, ...changesOf(parameters, refuse) } }
				: parts;
		},
		shape(record, parameters) {
			const simplified = simplifiedRecord(record, simplify, parameters);
			return spec.shape?.(simplified, parameters) ?? simplified;
		},
		readRecords: recordsReader(response, effect),
	};
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
	const { secrets, simplify } = list.operation.response;
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
