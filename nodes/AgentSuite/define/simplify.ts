/** The field Simplify of an operation or event whose records have a brief form, and what it does. */

import type { IDataObject } from 'n8n-workflow';

import { SIMPLIFY, type Field } from '../model/field';
import type { ReadParameters } from '../model/parameterTypes';
import type { Operation } from '../model/operation';

const whether = 'Whether to return a simplified version of the response instead of the raw data';

/** The field, if there is something that it does. @param more what else it does, in a sentence */
export const simplifyFields = (simplify: Operation['simplify'], more?: string): Field[] =>
	simplify
		? [
				{
					displayName: 'Simplify',
					name: SIMPLIFY,
					type: 'boolean',
					default: true,
					description: more ? `${whether}. ${more}` : whether,
				},
			]
		: [];

/** The record, simplified if the user has that on. */
export const simplifiedRecord = (
	record: IDataObject,
	simplify: Operation['simplify'],
	parameters: ReadParameters,
): IDataObject => (simplify && parameters.simplify ? simplify(record) : record);
