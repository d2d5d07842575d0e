/** Simplify: the field that a declared `simplify` adds, and what it does. */

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/field';
import { isSimplified, type Simplify } from '../model/simplify';

const whether = 'Whether to return a simplified version of the response instead of the raw data';

/** @param more what else it does, in a sentence */
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
	parameters: unknown,
): IDataObject => (simplify && isSimplified(parameters) ? simplify(record) : record);
