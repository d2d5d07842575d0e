import type { IDataObject } from 'n8n-workflow';

import { STEP } from './lead/numbering';
import { defineFields } from '../model/operation';

/**
 * Fields of every operation that returns a list. The service has no pagination, so the limit is applied to the whole
 * list after it has arrived.
 */
export const listFields = defineFields([
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		hint: 'The API always returns the full list, so a limit does not save tokens',
	},
]);

/** For fields whose text can contain variables that the service fills in, see `parameters/variables.ts`. */
export const variablesHint =
	'To keep variables such as {{name}}, switch this field from an expression back to a fixed value';

/** Applies `returnAll` and `limit`. */
export function applyLimit<T>(
	records: T[],
	{ returnAll, limit }: { returnAll: boolean; limit?: number },
): T[] {
	return returnAll ? records : records.slice(0, limit ?? listFields[1].default);
}

/** A text for comparison, without its case and surrounding spaces. */
export const foldText = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** A phone number for comparison: only its digits. */
export const foldPhone = (value: unknown): string => String(value ?? '').replace(/\D/g, '');

/** The records of a list by the value of a field. */
type Index = Map<string, IDataObject[]>;

/** The indexed fields of each list. */
const indexes = new WeakMap<IDataObject[], Map<string, Index>>();

/** Indexes a field of a list for `findBy`, with pauses. */
export function* indexBy(
	records: IDataObject[],
	field: string,
	fold: (value: unknown) => string,
): Generator<void, void> {
	const fields = indexes.get(records) ?? new Map<string, Index>();
	if (fields.has(field)) return;
	const index: Index = new Map();
	for (const [place, record] of records.entries()) {
		if (place % STEP === STEP - 1) yield;
		const key = fold(record[field]);
		const same = index.get(key);
		if (same) same.push(record);
		else index.set(key, [record]);
	}
	indexes.set(records, fields.set(field, index));
}

/**
 * The records with a value in a field, in the order of the list. Many items can search one long list, so the field is
 * indexed once. A value that is empty after `fold` matches nothing.
 * @param fold how values are compared: `foldText` or `foldPhone`
 */
export function findBy(
	records: IDataObject[],
	field: string,
	fold: (value: unknown) => string,
	value: string,
): IDataObject[] {
	const wanted = fold(value);
	if (wanted === '') return [];
	Array.from(indexBy(records, field, fold));
	return indexes.get(records)?.get(field)?.get(wanted) ?? [];
}

/** `record` with `more` in place of `name`. */
export function replaceField(record: IDataObject, name: string, more: IDataObject): IDataObject {
	const rest = { ...record };
	delete rest[name];
	return { ...rest, ...more };
}
