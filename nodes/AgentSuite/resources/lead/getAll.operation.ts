import { defineOperation } from '../defineOperation';
import { textOf } from '../../model/record';
import { foldPhone, foldText, searchBy, searchWords, trimmed } from '../search';
import { leadKeyMeaning, withLeadKeys } from './leadKey';
import { lead, leadSample, statusField, withStatus } from './resource';

export const leadGetAll = defineOperation({
	...lead,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description:
		'Retrieve the leads of your organization, filtered by name, status, email, phone, or lead key',
	method: 'GET',
	path: '/agent/lead',
	tokens: 5,
	filters: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. name@example.com',
			description:
				'Email address of the lead (not case-sensitive). An empty value matches no lead.',
			search: searchBy('email', foldText),
		},
		{
			displayName: 'Lead Key',
			name: 'leadKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. conv_7f3a91',
			description: `${leadKeyMeaning}. An empty value matches no lead.`,
			search: searchBy('leadKey', trimmed),
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Amelia Hart',
			description:
				'First name, last name, or parts of them, in any order. Case and accents are ignored. An empty value matches no lead.',
			search: searchWords(({ firstName, lastName }) => `${textOf(firstName)} ${textOf(lastName)}`),
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +1 555 0101',
			description:
				'Phone number of the lead. Spaces and punctuation are ignored. A value without digits matches no lead.',
			search: searchBy('phone', foldPhone),
		},
		// Without an index, which would hardly help: most leads can have the status.
		{ ...statusField, search: (leads) => (statuses: string[]) => withStatus(leads, statuses) },
	],
	response: { leads: [leadSample] },
	output: withLeadKeys,
	hints: { output: `leadKey: ${leadKeyMeaning}` },
});
