import { defineOperation } from '../../model/operation';
import { manyRecords } from '../response';
import { applyLimit, foldPhone, foldText, listFields, searchBy } from '../list';
import { laterNumbers, withLeadKey } from './leadKey';
import { lead, leadSample, statusField, withStatus } from './resource';

const searchEmail = searchBy('email', foldText);
const searchPhone = searchBy('phone', foldPhone);

export const leadGetAll = defineOperation({
	...lead,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Retrieve the leads of your organization, filtered by status, email, or phone',
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
	request: () => ({}),
	records: manyRecords(leadSample, 'leads', 'leads'),
	items: ({ records: leads, once }, { filters: { status, email, phone }, ...page }) => {
		const byEmail = email === undefined ? leads : once(searchEmail)(email);
		const byPhone = phone === undefined ? undefined : new Set(once(searchPhone)(phone));
		const found = byPhone ? byEmail.filter((lead) => byPhone.has(lead)) : byEmail;
		// Numbered before filtering, so that a filter does not change a key.
		const numbers = once(laterNumbers);
		return applyLimit(withStatus(found, status), page).map((lead) =>
			withLeadKey(lead, numbers.get(lead) ?? 1),
		);
	},
	sample: leadSample,
});
