import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/operation';
import { textOf } from '../model/record';

/**
 * Fields of every operation that returns a list. The service has no pagination, so the limit is applied to the whole
 * list after it has arrived.
 */
export const listFields = [
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
] as const satisfies readonly Field[];

/** For fields whose text can contain variables that the service fills in, see `parameters/values.ts`. */
export const variablesHint =
	'To send {{name}} exactly as written, keep this field on Fixed, not on Expression';

/** Applies `returnAll` and `limit`. */
export function applyLimit<T>(
	records: T[],
	{ returnAll, limit }: { returnAll: boolean; limit?: number },
): T[] {
	return returnAll ? records : records.slice(0, limit ?? listFields[1].default);
}

/** A text for comparison, without its case and surrounding spaces. */
export const foldText = (value: unknown): string => textOf(value).trim().toLowerCase();

/** A name for comparison, without case, accents, and punctuation: "Zoë O'Rourke-Weiß" is "zoe orourkeweiss". */
export const foldName = (value: unknown): string =>
	// Upper case first, because it turns ß into SS.
	textOf(value)
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}\s]/gu, '')
		.toUpperCase()
		.toLowerCase()
		.trim();

/** A phone number for comparison: only its digits. */
export const foldPhone = (value: unknown): string => textOf(value).replace(/\D/g, '');

/** The records by a key of theirs, in the order of the list. */
export function groupBy(
	records: IDataObject[],
	keyOf: (record: IDataObject) => string,
): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>();
	for (const record of records) {
		const key = keyOf(record);
		const group = groups.get(key) ?? [];
		group.push(record);
		groups.set(key, group);
	}
	return groups;
}

/**
 * A search of lists by the value of a field.
 * @param fold how values are compared: `foldText` or `foldPhone`
 * @returns a function that indexes a list, for `RecordList.once`, and returns the search: the records with a value, in
 * the order of the list. A value that is empty after `fold` matches nothing.
 */
export function searchBy(field: string, fold: (value: unknown) => string) {
	return (records: IDataObject[]) => {
		const index = groupBy(records, (record) => fold(record[field]));
		index.delete('');
		return (value: string): IDataObject[] => index.get(fold(value)) ?? [];
	};
}

/** The records that are in each of the lists, in the order of the first. */
export function inEach([first, ...others]: IDataObject[][]): IDataObject[] {
	const sets = others.map((list) => new Set(list));
	return first.filter((record) => sets.every((set) => set.has(record)));
}
