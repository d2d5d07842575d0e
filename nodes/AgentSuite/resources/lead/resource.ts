import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../../model/record';

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
const personFields = ['firstName', 'lastName', 'email', 'phone', 'status'];

/** A new record: the fields of the node, those about the person, and all others in the order of the service. */
export const personFirst = (lead: IDataObject, own: IDataObject = {}): IDataObject => ({
	...own,
	...fieldsOf(lead, personFields),
	...lead,
	// Again, because the service can have fields of these names.
	...own,
});
