import { defineOperation } from '../../define/defineOperation';
import { defineFilter, valueFilter, wordsFilter } from '../../define/filters';
import { textOf } from '../../records/record';
import { trimmed } from '../../texts/fold';
import { foldPhone } from './foldPhone';
import { withLeadKeys } from './leadKey';
import { leadResource } from './resource';
import { hasStatus, statusField } from './status';

export const leadGetAll = defineOperation(leadResource, 'getAll', {
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Retrieve the leads of your organization',
	filters: [
		valueFilter({
			displayName: 'Email',
			name: 'email',
			placeholder: 'e.g. name@example.com',
			description: 'Whole email address of the lead (not case-sensitive)',
		}),
		valueFilter(
			{
				displayName: 'Lead Key',
				name: 'leadKey',
				placeholder: 'e.g. conv_7f3a91',
				description:
					'Key that this node makes for each lead, usually its agentConversationId. Match on it to update the same lead in another system.',
			},
			trimmed,
		),
		wordsFilter(
			{
				displayName: 'Name',
				name: 'name',
				placeholder: 'e.g. Amelia Hart',
				description: 'First name, last name',
			},
			({ firstName, lastName }) => `${textOf(firstName)} ${textOf(lastName)}`,
		),
		valueFilter(
			{
				displayName: 'Phone',
				name: 'phone',
				placeholder: 'e.g. +1 555 0101',
				description:
					'Whole phone number of the lead, with the country code if it has one. Spaces and punctuation are ignored.',
			},
			foldPhone,
		),
		defineFilter(statusField, hasStatus),
	],
	addFromList: withLeadKeys,
});
