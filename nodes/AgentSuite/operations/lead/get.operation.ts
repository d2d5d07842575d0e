import { oneRecord } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { leadSample } from '../samples';

export const leadGet = defineOperation({
	resource: 'lead',
	operation: 'get',
	name: 'Get',
	action: 'Get a lead by ID',
	description: 'Retrieve one lead by its ID',
	notice: 'Every lead is a call of its own. Get Many reads all leads in one call.',
	method: 'GET',
	path: '/agent/lead/{id}',
	tokens: 5,
	idempotent: true,
	notFound:
		'No lead of your organization has this ID. Copy the ID of the lead from the dashboard; the conversation ID of a lead record is not it.',
	fields: [
		{
			displayName: 'Lead ID',
			name: 'leadId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. lead_1001',
			description:
				'Copy the ID of the lead from the dashboard. The records of Get Many do not carry it: their agentConversationId is the ID of the conversation, not of the lead.',
		},
	],
	request: ({ leadId }) => ({ path: { id: leadId } }),
	records: (answer) => oneRecord(answer, leadSample, 'a lead'),
	sample: leadSample,
});
