import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../model/field';
import { fieldsOf } from '../../model/record';
import { foldText } from '../../define/search';

export const leadResource = {
	name: 'Lead',
	value: 'lead',
	description: 'Leads from the conversations of your agents',
} as const;

export const documentedLead = {
	agentConversationId: 'conv_7f3a91',
	clientOrgId: 'org_northwind',
	firstName: 'Amelia',
	lastName: 'Hart',
	email: 'amelia.hart@example.com',
	phone: '+1 555 0101',
	status: 'interested',
};

/** The documented fields about the person, which a user looks for first. */
export const personFields = ['firstName', 'lastName', 'email', 'phone', 'status'];

/** A new record: the fields of the node, those about the person, and all others in the order of the service. */
export const personFirst = (lead: IDataObject, own: IDataObject = {}): IDataObject => ({
	...own,
	...fieldsOf(lead, personFields),
	...lead,
	// Again, because the service can have fields of these names.
	...own,
});

/** The filter by status, used by the node and the trigger. */
export const statusField = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description:
		'Only return leads with one of these statuses. Select none to return all leads. An expression without a value matches no lead.',
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
