/** What the descriptions of the node and of the trigger are made of. */

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../model/field';
import { count } from '../texts/words';

/** The description of both, which share an entry in n8n's list of nodes. n8n shows it whole. */
export const summary = 'Leads, articles, snippets, WhatsApp, billing';

/** The fields of one operation or event as n8n's properties, shown only for that. @param show the values of the menus, by name */
export const propertiesOf = (
	fields: readonly Field[],
	show: Record<string, string[]>,
): INodeProperties[] => fields.map((field) => property(field, show));

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
