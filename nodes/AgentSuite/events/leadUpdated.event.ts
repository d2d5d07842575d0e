import type { IDataObject } from 'n8n-workflow';

import { leadGetAll } from '../operations/lead/getAll.operation';
import { defineEvent } from '../model/event';
import { hasStatus, leadFields, leadIdentity, noLeads } from './lead';

/** The fields that are remembered each on its own. */
const named = ['firstName', 'lastName', 'email', 'phone', 'status'];
const apart = [...named, 'agentConversationId', 'clientOrgId'];

/** Names of fields. Those that are remembered together are all named when one of them has changed. */
function fieldNames(lead: IDataObject, changed: string[]): string[] {
	return changed.flatMap((part) =>
		part === 'rest' ? Object.keys(lead).filter((name) => !apart.includes(name)) : [part],
	);
}

export const leadUpdated = defineEvent({
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead has changed; the output adds changedFields',
	operation: leadGetAll,
	newestFirst: false,
	fields: leadFields,
	identity: leadIdentity,
	unique: false,
	// Three bytes: one edit in 16 million goes unseen.
	parts: [
		{ name: 'firstName', bytes: 3, fields: ['firstName'] },
		{ name: 'lastName', bytes: 3, fields: ['lastName'] },
		{ name: 'email', bytes: 3, fields: ['email'], contact: true },
		{ name: 'phone', bytes: 3, fields: ['phone'], contact: true },
		{ name: 'status', word: (lead) => String(lead.status ?? '') },
		{ name: 'rest', bytes: 2, except: apart },
	],
	existing: false,
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters)
			? { ...lead, changedFields: fieldNames(lead, before.changed) }
			: undefined,
	preview: (lead, parameters) =>
		hasStatus(lead, parameters) ? { ...lead, changedFields: [] } : undefined,
	nothing: noLeads,
	adds: { changedFields: ['status'] },
});
