import {
	effectOf,
	type Operation,
	type OperationSpec,
	type ParametersOf,
} from '../model/operation';
import type { Field } from '../model/field';
import { recordsReader } from './recordsReader';

/**
 * Declares an operation, and adds what follows from its file. The parameter types of its functions are computed from `fields`
 * and `options`.
 */
export function defineOperation<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(
	given: Omit<OperationSpec<ParametersOf<Fields, Options>>, 'fields' | 'options'> & {
		fields?: Fields;
		options?: Options;
	},
): Operation {
	const spec = given as OperationSpec<unknown>;
	const effect = effectOf[spec.method];
	const { isList, read } = recordsReader(spec.response, effect);
	const [sample] = read(spec.response);
	return {
		fields: [],
		filters: [],
		options: [],
		hints: {},
		request: () => ({}),
		...spec,
		effect,
		isList,
		sample,
		records: read,
	};
}
