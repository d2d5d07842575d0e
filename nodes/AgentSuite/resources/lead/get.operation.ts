import { defineOperation } from '../../define/defineOperation';
import { idField } from '../../define/fields';
import { personFirst } from './personFirst';
import { leadResource } from './resource';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const leadGet = defineOperation(leadResource, 'get', {
	name: 'Get',
	action: 'Get lead',
	description: 'Retrieve one lead by ID',
	notice: 'To find a lead by email or phone, use Get Many with a filter.',
	target: idField({
		thing: 'lead',
		displayName: 'Lead ID',
		name: 'leadId',
		placeholder: 'e.g. lead_8f2k1a',
		description: 'ID of the lead in the service. Lists of leads do not contain it.',
		hint: 'Look for it in the dashboard. It can differ from leadKey and agentConversationId',
	}),
	refuse: ({ leadId }, refuse) => {
		// It is never found, and costs tokens.
		if (EMAIL.test(leadId))
			refuse('leadId', {
				what: 'is an email address',
				advice: "To find a lead by its email address, use Get Many with the filter 'Email'.",
				forModel: 'Find the lead by its email address with a tool that lists leads.',
			});
	},
	// With the lead ID, which the response lacks and another system may need.
	shape: (lead, { leadId }) => personFirst(lead, { leadId }),
});
