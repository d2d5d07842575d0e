/** What the descriptions of node and trigger share. */

import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../model/operation';

export const byName = (left: { name: string }, right: { name: string }) =>
	left.name.localeCompare(right.name, 'en');

/** "5 tokens". */
export const price = (tokens: number) => (tokens === 1 ? '1 token' : `${tokens} tokens`);

/** The collection of options, which comes last. */
export const optionsField = (options: readonly Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** A field as n8n's type, with its own arrays, because n8n changes descriptions in place. */
export function property(field: Field, show: Record<string, string[]>): INodeProperties {
	const copy = structuredClone(field) as INodeProperties;
	return {
		...copy,
		displayOptions: { ...copy.displayOptions, show: { ...show, ...copy.displayOptions?.show } },
	};
}
