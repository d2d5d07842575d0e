import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../model/field';
import { foldText } from '../../texts/fold';

/** The filter of Get Many. Events have it with other texts. */
export const statusField = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description: 'Only return leads with one of these statuses. Select none to return all leads.',
	options: [
		{ name: 'Contacted', value: 'contacted' },
		{ name: 'Interested', value: 'interested' },
		{ name: 'Not Contacted', value: 'not-contacted' },
		{ name: 'Not Interested', value: 'not-interested' },
	],
} as const satisfies Field;

/** Whether the lead has one of the statuses, ignoring case, or there are none. An empty status is that of no lead. */
export function hasStatus({ status }: IDataObject, statuses: readonly string[] = []): boolean {
	if (statuses.length === 0) return true;
	const own = foldText(status);
	return own !== '' && statuses.some((wanted) => foldText(wanted) === own);
}
