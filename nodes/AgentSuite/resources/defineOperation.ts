import { effectOf, type Operation, type OperationSpec } from '../model/operation';
import type { Field, ValuesOf } from '../model/field';
import { isRecord } from '../model/record';
import { recordsReader } from './recordsReader';

const isListOfRecords = (value: unknown): boolean => Array.isArray(value) && value.some(isRecord);

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
 * @throws {Error} for a `response` with a list of records beside other fields, which would be read as one record
 */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(
	given: Omit<
		OperationSpec<ValuesOf<Fields> & { options: ValuesOf<Options> }>,
		'fields' | 'options'
	> & { fields?: Fields; options?: Options },
): Operation {
	const { endpoint, ...spec } = given as OperationSpec<unknown>;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	const { isList, read } = recordsReader(spec.response, effect);
	if (!isList && Object.values(spec.response).some(isListOfRecords)) {
		throw new Error(`The response of ${spec.name} has a list of records beside other fields`);
	}
	const [sample] = read(spec.response);
	return {
		fields: [],
		filters: [],
		options: [],
		secrets: [],
		advice: {},
		request: () => ({}),
		...spec,
		id: `${spec.resource.value}.${spec.value}`,
		method,
		path,
		effect,
		isList,
		sample,
		records: read,
	};
}
