import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { leadGetAll } from './getAll.operation';
import { leadIdentity, leadSuffix, withLeadKey } from './leadKey';
import { documentedLead } from './resource';

/** Each has a part of its own, except agentConversationId, which is the identity, and clientOrgId, which all leads share. */
const documented = Object.keys(documentedLead);

/** The names of undocumented fields, which are compared together. */
const otherFields = (lead: IDataObject) =>
	Object.keys(lead).filter((name) => !documented.includes(name));

const othersText = (lead: IDataObject) =>
	otherFields(lead)
		.map((name) => [name, textOf(lead[name])])
		.filter(([, text]) => text !== '')
		.map((entry) => entry.join(': '))
		.sort()
		.join('\n');

export const leads: WatchedList = {
	name: 'leads',
	operation: leadGetAll,
	identity: leadIdentity,
	parts: [
		{ name: 'firstName', isName: true },
		{ name: 'lastName', isName: true },
		{ name: 'email', isAlternateKey: true },
		{ name: 'phone', isAlternateKey: true },
		{ name: 'status', isLiteral: true },
		{ name: 'others', text: othersText, fields: otherFields, isUndocumented: true },
	],
	suffix: leadSuffix,
	shape: withLeadKey,
};
