/** What is in a declared field, and how it becomes a property of n8n. */

import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../model/field';

/** The choices of a menu. */
export const choicesIn = ({ options = [] }: Field) => options.filter((entry) => 'value' in entry);

/** The values of the choices of a menu. */
export const choiceValues = (field: Field): unknown[] => choicesIn(field).map(({ value }) => value);

/** The fields of a collection, the groups of a fixed collection, or the fields of a group. */
export const fieldsIn = (field: Field): readonly Field[] => {
	const { values, options = [] } = field as Field & { values?: readonly Field[] };
	return values ?? (options as readonly Field[]);
};

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
