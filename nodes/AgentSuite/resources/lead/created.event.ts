import { defineEvent } from '../../define/define';
import { leadEvent } from './leadEvents';
import { hasStatus } from './status';

export const leadCreated = defineEvent({
	...leadEvent,
	event: 'leadCreated',
	name: 'Lead Created',
	description: 'An agent creates a lead from a conversation',
	offersExisting: true,
	emit: (lead, before, parameters) =>
		before === undefined && hasStatus(lead, parameters.status) ? lead : undefined,
});
