import { defineOperation } from '../../model/operation';
import { oneRecord } from '../response';
import { lead, leadSample, personFirst } from './resource';

export const leadGet = defineOperation({
	...lead,
	operation: 'get',
	name: 'Get',
	action: 'Get lead',
	description: 'Retrieve one lead by ID',
	notice:
		'Get Many returns no lead IDs: look up the ID in the dashboard. To find a lead by email or phone, use Get Many.',
	method: 'GET',
	path: '/agent/lead/{id}',
	tokens: 5,
	effect: 'read',
	notFoundHint:
		'Your organization has no lead with this ID. Look up the lead ID in the dashboard. The agentConversationId of a lead is a different ID.',
	fields: [
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
	records: oneRecord(leadSample, 'a lead'),
	// So that it can be written to another system with the lead.
	items: ({ records }, { leadId }) =>
		records.map((record) => personFirst({ ...record, leadId }, { leadId })),
	sample: leadSample,
});
