/** What is in a declared field. */

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
