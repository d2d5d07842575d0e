import { effectOf, type Operation, type OperationSpec } from '../model/operation';
import type { Field } from '../model/field';
import { recordsReader } from './response';

/** What the role of an operation adds to it. */
function ofRole({ role, description }: Pick<Operation, 'role' | 'description'>) {
	if (role === undefined) return {};
	const advice = `Select a credential with the token of an ${role}.`;
	return {
		description: `${description} (${role} token required)`,
		notice: `Only ${role}s can run this operation. ${advice}`,
		advice: { 403: advice },
	};
}

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
 */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(given: OperationSpec<Fields, Options>): Operation {
	const spec = given as OperationSpec<readonly Field[], readonly Field[], unknown>;
	const { resource, value, endpoint, response } = spec;
	const [method, path] = endpoint.split(' ') as [Operation['method'], Operation['path']];
	const effect = effectOf[method];
	return {
		fields: [],
		filters: [],
		options: [],
		secrets: [],
		canIncludeSecrets: true,
		advice: {},
		...spec,
		...ofRole(spec),
		id: `${resource.value}.${value}`,
		method,
		path,
		effect,
		isList: response.listOf !== undefined,
		records: recordsReader(response, effect),
	};
}
