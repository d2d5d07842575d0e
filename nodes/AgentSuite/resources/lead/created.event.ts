import { defineEvent } from '../../define/define';
import { leads } from './leads.watchedList';
import { eventStatusField, hasStatus } from './status';
import { noLeads } from './testEvents';

export const leadCreated = defineEvent({
	event: 'leadCreated',
	name: 'Lead Created',
	description: 'An agent creates a lead from a conversation',
	list: leads,
	fields: [eventStatusField],
	offersExisting: true,
	emit: (lead, before, parameters) =>
		before === undefined && hasStatus(lead, parameters.status) ? lead : undefined,
	testEventHint: 'Test events show existing leads',
	emptyMessage: noLeads,
});
