import { effectOf, type Operation, type OperationSpec } from '../model/operation';
import type { Field } from '../model/field';
import { recordsReader } from './response';

const useTokenOf = (role: string) => `Select a credential with the token of an ${role}.`;

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
 */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(given: OperationSpec<Fields, Options>): Operation {
	const spec = given as OperationSpec<readonly Field[], readonly Field[], unknown>;
	const { resource, value, description, role, endpoint, response, advice } = spec;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	return {
		fields: [],
		filters: [],
		options: [],
		secrets: [],
		canIncludeSecrets: true,
		...(role && { notice: `Only ${role}s can run this operation. ${useTokenOf(role)}` }),
		...spec,
		description: role ? `${description} (${role} token required)` : description,
		advice: { ...(role && { 403: useTokenOf(role) }), ...advice },
		id: `${resource.value}.${value}`,
		method,
		path,
		effect,
		isList: response.listOf !== undefined,
		records: recordsReader(response, effect),
	};
}
