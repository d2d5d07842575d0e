import type { components } from '../../model/service';

type Schemas = components['schemas'];

export const leadSample = {
	agentConversationId: 'conv_7f3a91',
	clientOrgId: 'org_northwind',
	firstName: 'Amelia',
	lastName: 'Hart',
	email: 'amelia.hart@example.com',
	phone: '+1 555 0101',
	status: 'interested',
} satisfies Schemas['Lead'];
