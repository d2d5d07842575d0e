import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { textOf } from '../../records/record';
import { leadGetAll } from './getAll.operation';
import { leadIdentity, leadSuffix, withLeadKey } from './leadKey';
import { personFields, personParts } from './personFirst';

/** The identity, what all leads share, and what is compared already. */
const notOthers: string[] = ['agentConversationId', 'clientOrgId', ...personFields];

/** The names of all other fields, which are compared together. */
const otherFields = (lead: IDataObject) =>
	Object.keys(lead).filter((name) => !notOthers.includes(name));

const othersText = (lead: IDataObject) =>
	otherFields(lead)
		.map((name) => [name, textOf(lead[name])])
		.filter(([, text]) => text !== '')
		.map((entry) => entry.join(': '))
		.sort()
		.join('\n');

export const leads = {
	name: 'leads',
	operation: leadGetAll,
	identity: leadIdentity,
	parts: [
		...personParts,
		{ name: 'others', text: othersText, fields: otherFields, isUndocumented: true },
	],
	suffix: leadSuffix,
	withKey: withLeadKey,
} as const satisfies WatchedList;
