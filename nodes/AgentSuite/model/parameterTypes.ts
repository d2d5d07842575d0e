/** The types of the parameters that are read from fields, computed from these. */

import type { IDataObject } from 'n8n-workflow';

import type { Field, SIMPLIFY, UPDATE_FIELDS } from './field';

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

/** The value of a field that is there. Unknown for one of any type. */
export type ValueOf<F extends Field> = Field extends F
	? unknown
	: F['type'] extends ValueType
		? ValueTypes<F>[F['type']]
		: string;

/** Whether a value can be absent: of a field that can be hidden, and of an optional text. */
type MayBeAbsent<F extends Field> = F extends { displayOptions: object }
	? true
	: F extends { required: true }
		? false
		: IsText<F>;

type IsText<F extends Field> = F['type'] extends ValueType ? false : true;

/** The typed parameters of a list of fields. A misspelled name does not compile. */
export type ValuesOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: MayBeAbsent<F> extends true
		? ValueOf<F> | undefined
		: ValueOf<F>;
};

/** The texts to change that a user has added, if the operation has any. */
export type UpdateValues<Name extends string> = {
	[Any in Name as typeof UPDATE_FIELDS]: Partial<Record<Name, string>>;
};

/** The parameters of an item or a poll, as they are read: the values of the fields by their names, and of the options. */
export interface ReadParameters {
	[name: string]: unknown;
	/** Of the fields that are added. */
	[SIMPLIFY]?: boolean;
	options?: Readonly<Record<string, unknown>>;
}
