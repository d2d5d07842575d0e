/** The fields of operations and events. */

import type { INodeProperties } from 'n8n-workflow';

/** T with all arrays and properties read-only, so that `as const` data is assignable to it. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** One parameter of an operation or an event, in n8n's own `INodeProperties` shape. */
export type Field = DeepReadonly<INodeProperties>;

/** The collection of the filters that a user adds. */
export const FILTERS = 'filters';

/** The collection of the texts that an operation changes. Of no other, an empty text means anything. */
export const UPDATE_FIELDS = 'updateFields';

/** The switch for the brief form of records. */
export const SIMPLIFY = 'simplify';

/** One that has a value, as long as it is shown. */
export type RequiredField = Field & { readonly required: true };

/** The types of fields whose values are texts. The node reads no others but those of `ValueTypes` (`parameterTypes.ts`). */
const TEXTS: ReadonlyArray<Field['type']> = ['string', 'resourceLocator'];

export const isText = ({ type }: Pick<Field, 'type'>): boolean => TEXTS.includes(type);

/** The value of a field that nobody sets: its default, but no text and no rows. */
export function unsetValue(field: Field): unknown {
	if (isText(field)) return undefined;
	// The default of rows is as the editor saves them, such as an empty row.
	return field.type === 'fixedCollection' ? {} : field.default;
}

/** The values of fields that nobody sets. */
export const unsetValues = (fields: readonly Field[]): Record<string, unknown> =>
	Object.fromEntries(fields.map((field) => [field.name, unsetValue(field)]));

/** The choices of a menu. */
export const choicesIn = ({ options = [] }: Field) => options.filter((entry) => 'value' in entry);

/** The values of the choices of a menu. */
export const choiceValues = (field: Field): unknown[] => choicesIn(field).map(({ value }) => value);

/** The fields of a collection, the groups of a fixed collection, or the fields of a group. */
export const fieldsIn = (field: Field): readonly Field[] => {
	const { values, options = [] } = field as Field & { values?: readonly Field[] };
	return values ?? (options as readonly Field[]);
};

/** Whether what is entered is a secret: a password, or rows or a collection with one. */
export const isSecret = (field: Field): boolean =>
	field.typeOptions?.password === true || fieldsIn(field).some(isSecret);

/** What names a field in a refusal. */
export type Named = Pick<Field, 'name' | 'displayName'>;

/** The field of this name. One that is not there is named by it. */
export const fieldNamed = (fields: readonly Field[], name: string): Named =>
	fields.find((field) => field.name === name) ?? { name, displayName: name };
