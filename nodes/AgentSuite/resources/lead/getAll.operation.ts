import { defineFilter } from '../../model/operation';
import { defineOperation } from '../defineOperation';
import { textOf } from '../../model/record';
import { listIn } from '../response';
import { foldPhone, foldText, searchBy, searchWords, trimmed } from '../search';
import { withLeadKeys } from './leadKey';
import { lead, documentedLead, statusField, withStatus } from './resource';

export const leadGetAll = defineOperation({
	resource: lead,
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many leads',
	description:
		'Retrieve the leads of your organization, filtered by name, status, email, phone, or lead key',
	endpoint: 'GET /agent/lead',
	tokens: 5,
	filters: [
		defineFilter(
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@example.com',
				description:
					'Whole email address of the lead (not case-sensitive). An empty value matches no lead.',
			},
			searchBy('email', foldText),
		),
		defineFilter(
			{
				displayName: 'Lead Key',
				name: 'leadKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. conv_7f3a91',
				description:
					'Match on it to update the same lead in another system. It can change for a lead that has no conversation, or shares one with others. An empty value matches no lead.',
			},
			searchBy('leadKey', trimmed),
		),
		defineFilter(
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Amelia Hart',
				description:
					'First name, last name, or parts of them, in any order. Case and accents are ignored. An empty value matches no lead.',
			},
			searchWords(({ firstName, lastName }) => `${textOf(firstName)} ${textOf(lastName)}`),
		),
		defineFilter(
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. +1 555 0101',
				description:
					'Whole phone number of the lead, with the country code if it has one. Spaces and punctuation are ignored. A value without digits matches no lead.',
			},
			searchBy('phone', foldPhone),
		),
		// Without an index, which would hardly help: most leads can have the status.
		defineFilter(statusField, (leads) => (statuses) => withStatus(leads, statuses)),
	],
	response: listIn('leads', documentedLead),
	output: withLeadKeys,
});
