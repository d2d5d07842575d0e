import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../records/record';
import { ruleOf, type Quotable } from './rules';

/** The values in a body, as texts without spaces. */
const valuesIn = (body: unknown): string[] =>
	isRecord(body) || Array.isArray(body)
		? Object.values(body).flatMap(valuesIn)
		: [String(body).replace(/\s/g, '')];

/**
 * The record of a success, as far as it may be shown. A documented field has a value of its type, or one that quotes nothing: null, a
 * boolean, or a number that was not sent. An ID can be a number where the documentation shows a text.
 */
export function shownRecord(
	record: IDataObject,
	{ operation, body: sent }: Omit<Quotable, 'connection'>,
): IDataObject {
	if (ruleOf(operation).record === 'whole') return record;
	// All that a write returns without a body.
	const documented: IDataObject = { success: true, ...operation.response.documented };
	const sentValues = new Set(valuesIn(sent));
	const quotesNothing = (value: unknown) =>
		value === null ||
		typeof value === 'boolean' ||
		(typeof value === 'number' && !sentValues.has(String(value)));
	const shown = Object.entries(record).filter(
		([name, value]) =>
			Object.hasOwn(documented, name) &&
			(typeof value === typeof documented[name] || quotesNothing(value)),
	);
	return Object.fromEntries(shown);
}
