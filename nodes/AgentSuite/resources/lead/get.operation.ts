import { oneRecord } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { leadSample } from './sample';

export const leadGet = defineOperation({
	resource: 'lead',
	operation: 'get',
	name: 'Get',
	action: 'Get lead',
	description: 'Retrieve one lead by ID',
	notice: 'Sends one request per lead. To get all leads in a single request, use Get Many.',
	method: 'GET',
	path: '/agent/lead/{id}',
	tokens: 5,
	idempotent: true,
	notFound:
		'Your organization has no lead with this ID. Copy the lead ID from the dashboard. The agentConversationId of a lead is a different ID.',
	fields: [
		{
			displayName: 'Lead ID',
			name: 'leadId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. lead_1001',
			description:
				'Copy the lead ID from the dashboard. Get Many does not return it, because agentConversationId identifies the conversation, not the lead.',
		},
	],
	request: ({ leadId }) => ({ path: { id: leadId } }),
	records: (answer) => oneRecord(answer, leadSample, 'a lead'),
	sample: leadSample,
});
