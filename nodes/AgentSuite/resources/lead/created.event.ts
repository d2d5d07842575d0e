import { defineLeadEvent } from './leadEvent';

export const leadCreated = defineLeadEvent({
	event: 'leadCreated',
	name: 'Lead Created',
	description: 'An agent creates a lead from a conversation',
	offersExisting: true,
	emit: (lead, before) => (before === undefined ? lead : undefined),
	testEventHint: 'Test events show existing leads',
});
