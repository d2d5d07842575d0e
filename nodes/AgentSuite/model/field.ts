/** The fields of operations and events, and the types of the parameters that are read from them. */

import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** T with all arrays and properties read-only, so that `as const` data is assignable to it. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** One parameter of an operation or an event, in n8n's own `INodeProperties` shape. */
export type Field = DeepReadonly<INodeProperties>;

/** One that has a value, as long as it is shown. */
export type RequiredField = Field & { readonly required: true };

type OptionValue<F> = F extends { options: ReadonlyArray<{ value: infer Value }> } ? Value : never;

/**
 * The types that the parameter reader returns, by type of the field. Fields of other types are texts. Of a menu, they are the choices
 * that it lists, although a menu with several, or one that allows arbitrary values, can return others.
 */
interface ValueTypes<F> {
	boolean: boolean;
	number: F extends { typeOptions: { multipleValues: true } } ? number[] : number;
	options: OptionValue<F>;
	multiOptions: Array<OptionValue<F>>;
	collection: F extends { options: infer Fields extends readonly Field[] }
		? Partial<ValuesOf<Fields>>
		: never;
	/** Rows of a key and a value. */
	fixedCollection: IDataObject;
}

/** The types of fields whose values are no texts. */
export type ValueType = keyof ValueTypes<Field>;

const valueTypes: Record<ValueType, true> = {
	boolean: true,
	number: true,
	options: true,
	multiOptions: true,
	collection: true,
	fixedCollection: true,
};

export const isText = ({ type }: Pick<Field, 'type'>): boolean => !Object.hasOwn(valueTypes, type);

/** The value of a field that nobody sets: its default, or none if it is a text. */
export const unsetValue = (field: Field): unknown => (isText(field) ? undefined : field.default);

/** The values of fields that nobody sets. */
export const unsetValues = (fields: readonly Field[]): Record<string, unknown> =>
	Object.fromEntries(fields.map((field) => [field.name, unsetValue(field)]));

/** The value of a field that is there. Unknown for one of any type. */
export type ValueOf<F extends Field> = Field extends F
	? unknown
	: F['type'] extends ValueType
		? ValueTypes<F>[F['type']]
		: string;

/**
 * Whether a value can be absent: optional texts, and optional fields that another field can hide. A required one is there as long as it
 * is shown, so what reads it asks for the other field first.
 */
type MayBeAbsent<F extends Field> = F extends { required: true }
	? false
	: F extends { displayOptions: object }
		? true
		: IsText<F>;

type IsText<F extends Field> = F['type'] extends ValueType ? false : true;

/** The typed parameters of a list of fields. A misspelled name does not compile. */
export type ValuesOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: MayBeAbsent<F> extends true
		? ValueOf<F> | undefined
		: ValueOf<F>;
};

/** The parameters of an item or a poll, as they are read: the values of the fields by their names, and of the options. */
export interface ReadParameters {
	[name: string]: unknown;
	/** Of the fields that are added. */
	simplify?: boolean;
	options?: Readonly<Record<string, unknown>>;
}

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
