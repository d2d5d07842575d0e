import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { applyLimit, findBy, foldPhone, foldText, indexBy, listFields } from '../list';
import { leadSample } from './sample';
import { laterNumbers, numberLeads, withLeadKey } from './leadKey';
import { statusField, withStatus } from './status';

export const leadGetAll = defineOperation({
	resource: 'lead',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Retrieve the leads of your organization, filtered by status, email, or phone',
	method: 'GET',
	path: '/agent/lead',
	tokens: 5,
	idempotent: true,
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
	records: (answer, onSkipped) => manyRecords(answer, leadSample, 'leads', 'leads', onSkipped),
	*prepare(leads, { filters: { email, phone } }) {
		if (email) yield* indexBy(leads, 'email', foldText);
		else if (phone) yield* indexBy(leads, 'phone', foldPhone);
		yield* numberLeads(leads);
	},
	items: (leads, { filters: { status, email, phone }, ...page }) => {
		const byEmail = email === undefined ? leads : findBy(leads, 'email', foldText, email);
		const found = phone === undefined ? byEmail : findBy(byEmail, 'phone', foldPhone, phone);
		// Numbered before filtering, so that a filter does not change a key.
		const numbers = laterNumbers(leads);
		return applyLimit(withStatus(found, status), page).map((lead) =>
			withLeadKey(lead, numbers.get(lead) ?? 1),
		);
	},
	sample: leadSample,
});
