import type { components } from '../../model/service';

export const lead = {
	resource: 'lead',
	resourceName: 'Lead',
	resourceDescription: 'Leads from the conversations of your agents',
} as const;

export const leadSample = {
	agentConversationId: 'conv_7f3a91',
	clientOrgId: 'org_northwind',
	firstName: 'Amelia',
	lastName: 'Hart',
	email: 'amelia.hart@example.com',
	phone: '+1 555 0101',
	status: 'interested',
} satisfies components['schemas']['Lead'];
