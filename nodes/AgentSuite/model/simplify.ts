/** Simplify: what an operation declares to make its records brief, the field that it adds, and what the field does. */

import type { IDataObject } from 'n8n-workflow';

import type { Field, ReadParameters } from './field';

/** Makes a record brief, if the user has the field Simplify on. What declares one has that field. */
export type Simplify = (record: IDataObject) => IDataObject;

/** Whether Simplify is there, and on. */
export const isSimplified = ({ simplify }: ReadParameters): boolean => simplify === true;

const whether = 'Whether to return a simplified version of the response instead of the raw data';

/** The field, if there is something that it does. @param more what else it does, in a sentence */
export const simplifyFields = (simplify: Simplify | undefined, more?: string): Field[] =>
	simplify
		? [
				{
					displayName: 'Simplify',
					name: 'simplify',
					type: 'boolean',
					default: true,
					description: more ? `${whether}. ${more}` : whether,
				},
			]
		: [];

/** The record, simplified if the user has that on. */
export const simplifiedRecord = (
	record: IDataObject,
	simplify: Simplify | undefined,
	parameters: ReadParameters,
): IDataObject => (simplify && isSimplified(parameters) ? simplify(record) : record);
