/** What is entered, and the names of a request that it fills: by both, an operation is checked (`operationRules.ts`), and its request is made. */

import { filledBy, type Endpoint } from '../model/endpoint';
import type { Field } from '../model/field';
import type { AnySpec } from '../model/operationSpec';

/** A field that a user fills in. */
export interface Entered {
	field: Field;
	/** Where its value is in the parameters. */
	where: 'fields' | 'options' | 'updateFields';
}

/** All that the file of an operation declares, in the order of the form. */
export function enteredIn({ target, fields = [], options = [], updates = [] }: AnySpec): Entered[] {
	const all = (where: Entered['where'], declared: readonly Field[]) =>
		declared.map((field): Entered => ({ field, where }));
	return [
		...all('fields', target ? [target.field] : []),
		...all('fields', fields),
		...all('updateFields', updates),
		...all('options', options),
	];
}

/** The names in a request, as the contract has them. */
interface Names {
	/** The places of the path. */
	path: readonly string[];
	query: readonly string[];
	/** Absent if it has no body. */
	body?: readonly string[];
}

export const namesOf = ({ path, query = [], body }: Endpoint): Names => ({
	path: [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name),
	query,
	body,
});

/** What fills a name. Once the operation is checked, it is one field, or one in each version of the node, which have the same place. */
export const fillersOf = (name: string, entered: readonly Entered[]): Entered[] =>
	entered.filter(({ field }) => field.name === filledBy(name));
