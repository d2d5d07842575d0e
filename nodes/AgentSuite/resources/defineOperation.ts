import { effectOf, type Operation, type OperationSpec } from '../model/operation';
import type { Field, ValuesOf } from '../model/field';
import { recordsReader } from './response';

/** The values of the places of a path, each of the field of its name. */
function placesOf(path: string, parameters: unknown): Record<string, string> {
	const values = parameters as Readonly<Record<string, unknown>>;
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	return Object.fromEntries(names.map((name) => [name, String(values[name] ?? '')]));
}

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
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
	const { endpoint, response, request, ...spec } = given as OperationSpec<unknown>;
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
		id: `${spec.resource.value}.${spec.value}`,
		method,
		path,
		effect,
		request: (parameters) => ({ path: placesOf(path, parameters), ...request?.(parameters) }),
		isList: response.listOf !== undefined,
		sample: response.sample,
		records: recordsReader(response, effect),
	};
}
