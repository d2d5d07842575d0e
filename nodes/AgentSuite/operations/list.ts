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
		hint: 'The service always sends the whole list, so a limit saves no tokens',
	},
]);

/** The records that `returnAll` and `limit` let through. */
export function applyLimit<T>(
	records: T[],
	{ returnAll, limit }: { returnAll: boolean; limit?: number },
): T[] {
	return returnAll ? records : records.slice(0, limit ?? 50);
}

/** Whether two texts say the same, whatever their case and the blanks around them. */
export function sameText(left: unknown, right: string): boolean {
	return (
		String(left ?? '')
			.trim()
			.toLowerCase() === right.trim().toLowerCase()
	);
}

/** Whether two phone numbers have the same digits, however they are written. */
export function samePhone(left: unknown, right: string): boolean {
	const digits = right.replace(/\D/g, '');
	// Without any digit it would be like every lead that has no phone.
	return digits !== '' && String(left ?? '').replace(/\D/g, '') === digits;
}

/** `record` without `name`, and with `more` instead. */
export function replaceField(record: IDataObject, name: string, more: IDataObject): IDataObject {
	const rest = { ...record };
	delete rest[name];
	return { ...rest, ...more };
}
