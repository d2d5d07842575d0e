import { leadGetAll } from '../operations/lead/getAll.operation';
import { defineEvent } from '../model/event';
import { hasStatus, leadFields, leadIdentity, noLeads } from './lead';

export const leadStatusChanged = defineEvent({
	event: 'leadStatusChanged',
	name: 'Lead Status Changed',
	description: 'A lead has another status than before; the output adds previousStatus',
	operation: leadGetAll,
	newestFirst: false,
	fields: leadFields,
	identity: leadIdentity,
	unique: false,
	parts: [
		{ name: 'email', bytes: 2, fields: ['email'], contact: true },
		{ name: 'phone', bytes: 1, fields: ['phone'], contact: true },
		{
			name: 'rest',
			bytes: 1,
			except: ['agentConversationId', 'clientOrgId', 'email', 'phone', 'status'],
		},
		{ name: 'status', word: (lead) => String(lead.status ?? '') },
	],
	existing: false,
	emit: (lead, before, parameters) =>
		before?.changed.includes('status') && hasStatus(lead, parameters)
			? { ...lead, previousStatus: before.word('status') ?? null }
			: undefined,
	// What the status was is not known here: it stands for itself, so that the field can be mapped.
	preview: (lead, parameters) =>
		hasStatus(lead, parameters) ? { ...lead, previousStatus: lead.status ?? null } : undefined,
	nothing: noLeads,
	adds: { previousStatus: 'not-contacted' },
});
