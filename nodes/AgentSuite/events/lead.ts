import type { IDataObject } from 'n8n-workflow';

import { defineFields, type ValuesOf } from '../model/operation';
import { hasStatus as leadHasStatus, statusField } from '../operations/lead/status';

/** Fields of every event about leads. */
export const leadFields = defineFields([
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [statusField],
	},
]);

/** Whether the lead has one of the statuses asked for. */
export function hasStatus(
	lead: IDataObject,
	{ filters: { status } }: ValuesOf<typeof leadFields>,
): boolean {
	return leadHasStatus(lead, status);
}

/**
 * What stays the same when a lead is edited: its conversation. Several leads may share one. A record
 * without it falls back on the first contact field that it has.
 */
export function leadIdentity(lead: IDataObject): string {
	const { agentConversationId, email, phone, firstName, lastName } = lead;
	if (agentConversationId) return `conversation ${String(agentConversationId)}`;
	if (email) return `email ${String(email).trim().toLowerCase()}`;
	if (phone) return `phone ${String(phone).replace(/\D/g, '')}`;
	return `name ${String(firstName ?? '')} ${String(lastName ?? '')}`;
}

export const noLeads =
	'There is no lead to show. Once a lead with these filters exists, this run shows it.';
