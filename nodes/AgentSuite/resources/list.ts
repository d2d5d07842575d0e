import type { Field } from '../model/operation';

const limitField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
} as const satisfies Field;

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
	limitField,
] as const satisfies readonly Field[];

/** Applies `returnAll` and `limit`. */
export function applyLimit<T>(
	records: T[],
	{ returnAll, limit }: { returnAll: boolean; limit?: number },
): T[] {
	return returnAll ? records : records.slice(0, limit ?? limitField.default);
}
