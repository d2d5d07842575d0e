import type { IDataObject } from 'n8n-workflow';

import { defineFields } from '../model/operation';

/**
 * Fields of every operation that gives a list. The service has no pagination, so the limit
 * is applied to the whole list after it has arrived.
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

/** Of fields whose text can hold variables that the service fills in: see `parameters/variables.ts`. */
export const variablesHint =
	'To keep variables such as {{name}}, switch this field from an expression back to a fixed value';

/** The records that `returnAll` and `limit` let through. */
export function applyLimit<T>(
	records: T[],
	{ returnAll, limit }: { returnAll: boolean; limit?: number },
): T[] {
	return returnAll ? records : records.slice(0, limit ?? listFields[1].default);
}

/** A text as it is compared: whatever its case and the spaces around it. */
export const foldText = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** A phone number as it is compared: its digits, however it is written. */
export const foldPhone = (value: unknown): string => String(value ?? '').replace(/\D/g, '');

/** The records of a list by what they have in a field. */
type Index = Map<string, IDataObject[]>;

/** For each list, the fields that were looked up in it. */
const indexes = new WeakMap<IDataObject[], Map<string, Index>>();

function indexOf(records: IDataObject[], field: string, fold: (value: unknown) => string): Index {
	const index: Index = new Map();
	for (const record of records) {
		const key = fold(record[field]);
		const same = index.get(key);
		if (same) same.push(record);
		else index.set(key, [record]);
	}
	return index;
}

/**
 * The records that have a value in a field, in the order of the list. Many items can look into one long list, so
 * the field is indexed once. A value that folds to nothing matches nothing.
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
	const fields = indexes.get(records) ?? new Map<string, Index>();
	const index = fields.get(field) ?? indexOf(records, field, fold);
	indexes.set(records, fields.set(field, index));
	return index.get(wanted) ?? [];
}

/** `record` without `name`, and with `more` instead. */
export function replaceField(record: IDataObject, name: string, more: IDataObject): IDataObject {
	const rest = { ...record };
	delete rest[name];
	return { ...rest, ...more };
}
