/** How declared fields become properties of n8n, and their order. */

import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../model/field';

/** A field as n8n's type, with its own arrays, because n8n changes descriptions in place. */
export function property(field: Field, show: Record<string, string[]>): INodeProperties {
	const copy = structuredClone(field) as INodeProperties;
	return {
		...copy,
		displayOptions: { ...copy.displayOptions, show: { ...show, ...copy.displayOptions?.show } },
	};
}

/** The order of options that n8n's guidelines require. */
export const byDisplayName = (left: Field, right: Field) =>
	left.displayName.localeCompare(right.displayName, 'en');

export const byName = (left: { name: string }, right: { name: string }) =>
	left.name.localeCompare(right.name, 'en');
