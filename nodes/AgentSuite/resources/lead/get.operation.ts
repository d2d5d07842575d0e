import { defineOperation } from '../defineOperation';
import { lead, leadSample, personFirst } from './resource';

export const leadGet = defineOperation({
	resource: lead,
	name: 'Get',
	value: 'get',
	action: 'Get lead',
	description: 'Retrieve one lead by ID',
	endpoint: 'GET /agent/lead/{id}',
	tokens: 5,
	fields: [
		{
			displayName:
				'Get Many returns no lead IDs: look up the ID in the dashboard. To find a lead by email or phone, use Get Many.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Lead ID',
			name: 'leadId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. lead_8f2k1a',
			description:
				'Look up the lead ID in the dashboard. The agentConversationId of a lead is a different ID.',
		},
	],
	request: ({ leadId }) => ({ path: { id: leadId } }),
	response: leadSample,
	// With the lead ID, which the response lacks and another system may need.
	output: (leads, { leadId }) => leads.map((lead) => personFirst({ ...lead, leadId }, { leadId })),
	advice: {
		404: 'Your organization has no lead with this ID. The dashboard shows lead IDs, Get Many does not. The agentConversationId of a lead is a different ID.',
	},
});
