import { effectOf, type Operation, type OperationSpec } from '../model/operation';
import type { Field } from '../model/field';
import { recordsReader } from './response';

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
 */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(given: OperationSpec<Fields, Options>): Operation {
	const spec = given as OperationSpec<readonly Field[], readonly Field[], unknown>;
	const { resource, value, description, role, notice, endpoint, response, advice = {} } = spec;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	return {
		fields: [],
		filters: [],
		options: [],
		secrets: [],
		canIncludeSecrets: true,
		...spec,
		notice: role ? [`Only ${role}s can run this operation.`, notice].join(' ').trim() : notice,
		description: role ? `${description} (${role} token required)` : description,
		advice,
		id: `${resource.value}.${value}`,
		method,
		path,
		effect,
		isList: response.listOf !== undefined,
		records: recordsReader(response, effect),
	};
}
