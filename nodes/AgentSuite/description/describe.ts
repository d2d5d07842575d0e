/** What the descriptions of the node and of the trigger are made of. */

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { choicesIn, fieldsIn, type Field } from '../model/field';
import { count } from '../texts/words';

/**
 * The fields of one operation or event as n8n's properties, shown only for that.
 * @param show the values of the menus, by name
 * @throws for a name that stands twice, also one of the node's own: of two, n8n and the reader of parameters would take one. Those of
 * different versions of the node can have the same name.
 */
export function propertiesOf(
	fields: readonly Field[],
	show: Record<string, string[]>,
): INodeProperties[] {
	checkNames(fields, Object.keys(show));
	return fields.map((field) => property(field, show));
}

const isOfVersion = ({ displayOptions: { show, hide } = {} }: Field) =>
	show?.['@version'] !== undefined || hide?.['@version'] !== undefined;

/** @param taken names that no field can have */
function checkNames(fields: readonly Field[], taken: string[] = []): void {
	const own = fields.filter((field) => !isOfVersion(field)).map(({ name }) => name);
	const names = [...taken, ...own];
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) throw new Error(`Two fields have the name '${twice}'`);
	for (const field of fields) if (choicesIn(field).length === 0) checkNames(fieldsIn(field));
}

/** A field as n8n's type, with its own arrays, because n8n changes descriptions in place. */
export function property(field: Field, show: Record<string, string[]>): INodeProperties {
	const copy = structuredClone(field) as INodeProperties;
	return {
		...copy,
		displayOptions: { ...copy.displayOptions, show: { ...show, ...copy.displayOptions?.show } },
	};
}

/** The menu that decides which fields are shown, in the order that n8n's guidelines require. An expression could not decide about them. */
export const menu = (
	texts: Pick<INodeProperties, 'displayName' | 'name'>,
	entries: readonly INodePropertyOptions[],
	selected: string,
): INodeProperties => ({
	...texts,
	type: 'options',
	noDataExpression: true,
	// Copies, because n8n changes descriptions in place.
	options: structuredClone([...entries]).sort(byName),
	default: selected,
});

/** A description with its price. */
export const priced = (description: string, tokens: number): string =>
	`${description} (${count(tokens, 'token')})`;

export const byName = (left: { name: string }, right: { name: string }) =>
	left.name.localeCompare(right.name, 'en');
