import { defineOperation } from '../../model/operation';
import { manyRecords } from '../response';
import { applyLimit, listFields } from '../list';
import { textOf } from '../../model/record';
import { foldPhone, foldText, inEach, searchBy, searchWords } from '../search';
import { leadKeyMeaning, searchLeadKey, withLeadKeys } from './leadKey';
import { lead, leadSample, statusField, withStatus } from './resource';

const searchEmail = searchBy('email', foldText);
const searchPhone = searchBy('phone', foldPhone);
/** Exported for its test. */
export const searchName = searchWords(
	({ firstName, lastName }) => `${textOf(firstName)} ${textOf(lastName)}`,
);

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
	effect: 'read',
	fields: [
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Only return leads that match all filters',
			options: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. name@example.com',
					description:
						'Email address of the lead (not case-sensitive). An empty value matches no lead.',
				},
				{
					displayName: 'Lead Key',
					name: 'leadKey',
					type: 'string',
					default: '',
					placeholder: 'e.g. conv_7f3a91',
					description: `${leadKeyMeaning}. An empty value matches no lead.`,
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Amelia Hart',
					description:
						'First name, last name, or parts of them, in any order. Case and accents are ignored. An empty value matches no lead.',
				},
				{
					displayName: 'Phone',
					name: 'phone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +1 555 0101',
					description:
						'Phone number of the lead. Spaces and punctuation are ignored. A value without digits matches no lead.',
				},
				statusField,
			],
		},
	],
	outputHint: `leadKey: ${leadKeyMeaning}`,
	request: () => ({}),
	records: manyRecords(leadSample, 'leads', 'leads'),
	items: ({ records, once }, { filters, ...page }) => {
		const { status, email, phone, name, leadKey } = filters;
		const searched = [
			...(email === undefined ? [] : [once(searchEmail)(email)]),
			...(phone === undefined ? [] : [once(searchPhone)(phone)]),
			...(name === undefined ? [] : [once(searchName)(name)]),
			...(leadKey === undefined ? [] : [once(searchLeadKey)(leadKey)]),
		];
		// Without an index, which would hardly help: most leads can have the status.
		const found = withStatus(searched.length > 0 ? inEach(searched) : records, status);
		// Numbered before filtering, so that a filter does not change a key.
		return applyLimit(found, page).map(once(withLeadKeys));
	},
	sample: leadSample,
});
