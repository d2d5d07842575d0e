/**
 * Which field fills which name of a request: the one table by which an operation is checked (`operationRules.ts`), and its request is made
 * (`request.ts`).
 */

import { filledBy, type Endpoint } from '../model/endpoint';
import type { Field } from '../model/field';
import type { AnySpec } from '../model/operationSpec';

/** Where the value of a field is in the parameters. */
type Where = 'fields' | 'options' | 'updateFields';

/** A field that fills a name. */
export interface Filler {
	field: Field;
	where: Where;
}

/** A name of the contract. */
export interface FilledName {
	name: string;
	/** The fields, options, and updates that fill it. Once the operation is checked, one, or fields of different versions of the node. */
	fillers: Filler[];
}

/** All names of a request. */
export interface Filling {
	/** The places of the path, which may have any name. */
	path: FilledName[];
	query: FilledName[];
	/** Absent if it has no body. */
	body?: FilledName[];
}

/** @param fields all of the operation, also those that follow from its file */
export function fillingOf(
	{ path, query = [], body }: Endpoint,
	fields: readonly Field[],
	{ options = [], updates = [] }: AnySpec,
): Filling {
	const all: Filler[] = [
		...fields.map((field) => ({ field, where: 'fields' as const })),
		...options.map((field) => ({ field, where: 'options' as const })),
		...updates.map((field) => ({ field, where: 'updateFields' as const })),
	];
	const filled = (name: string): FilledName => ({
		name,
		fillers: all.filter(({ field }) => field.name === filledBy(name)),
	});
	return {
		path: [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => filled(name)),
		query: query.map(filled),
		body: body?.map(filled),
	};
}
