import { defineEvent } from '../model/event';
import { hasStatus, leadEvent } from './leads.list';

export const leadCreated = defineEvent({
	...leadEvent,
	event: 'leadCreated',
	name: 'Lead Created',
	description: 'An agent has made a lead out of a conversation',
	emitExisting: 'option',
	emit: (lead, before, parameters) =>
		before === undefined && hasStatus(lead, parameters) ? lead : undefined,
	preview: (lead, parameters) => (hasStatus(lead, parameters) ? lead : undefined),
});
