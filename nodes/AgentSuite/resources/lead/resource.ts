import type { Resource } from '../../model/operation';
import type { RecordSpec } from '../../model/recordSpec';

export const leadResource = {
	name: 'Lead',
	value: 'lead',
	description: 'Leads from the conversations of your agents',
	preselected: 'lead.getAll',
} as const satisfies Resource;

export const leadRecord = {
	documented: {
		agentConversationId: 'conv_7f3a91',
		clientOrgId: 'org_northwind',
		firstName: 'Amelia',
		lastName: 'Hart',
		email: 'amelia.hart@example.com',
		phone: '+1 555 0101',
		status: 'interested',
	},
} as const satisfies RecordSpec;
