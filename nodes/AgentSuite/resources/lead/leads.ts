import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { defineFields, type ValuesOf } from '../../model/operation';
import { leadGetAll } from './getAll.operation';
import { leadIdentity, withLeadKey } from './leadKey';
import { foldText } from '../list';
import { hasStatus as leadHasStatus, statusField } from './status';

const named = ['firstName', 'lastName', 'email', 'phone', 'status'];

export const leads: WatchedList = {
	name: 'leads',
	operation: leadGetAll,
	newestFirst: false,
	identity: leadIdentity,
	parts: [
		{ kind: 'field', name: 'firstName' },
		{ kind: 'field', name: 'lastName' },
		{ kind: 'field', name: 'email', contact: true },
		{ kind: 'field', name: 'phone', contact: true },
		{ kind: 'literal', name: 'status', literal: ({ status }) => textOf(status) },
		{ kind: 'others', name: 'others', except: [...named, 'agentConversationId', 'clientOrgId'] },
	],
	alerts: false,
	output: withLeadKey,
};

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

/** Whether the lead has one of the selected statuses. */
export function hasStatus(
	lead: IDataObject,
	{ filters: { status } }: ValuesOf<typeof leadFields>,
): boolean {
	return leadHasStatus(lead, status);
}

/** A status that the lead does not have. Previews use it because they do not know the earlier one. */
export const otherStatus = ({ status }: IDataObject) =>
	foldText(status) === 'not-contacted' ? 'interested' : 'not-contacted';

/** Shared by all events about leads. */
export const leadEvent = {
	list: leads,
	fields: leadFields,
	emptyMessage: 'No leads found. Once a lead matches the filters, this test shows it.',
} as const;
