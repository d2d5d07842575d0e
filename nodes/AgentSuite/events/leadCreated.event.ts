import { leadGetAll } from '../operations/lead/getAll.operation';
import { defineEvent } from '../model/event';
import { hasStatus, leadFields, leadIdentity, noLeads } from './lead';

export const leadCreated = defineEvent({
	event: 'leadCreated',
	name: 'Lead Created',
	description: 'An agent has made a lead out of a conversation',
	operation: leadGetAll,
	newestFirst: false,
	fields: leadFields,
	identity: leadIdentity,
	unique: false,
	parts: [
		{ name: 'email', bytes: 2, fields: ['email'], contact: true },
		{ name: 'phone', bytes: 1, fields: ['phone'], contact: true },
		{ name: 'rest', bytes: 1, except: ['agentConversationId', 'clientOrgId', 'email', 'phone'] },
	],
	existing: true,
	emit: (lead, before, parameters) =>
		before === undefined && hasStatus(lead, parameters) ? lead : undefined,
	preview: (lead, parameters) => (hasStatus(lead, parameters) ? lead : undefined),
	nothing: noLeads,
});
