import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { applyLimit, listFields, samePhone, sameText } from '../list';
import { leadSample } from '../samples';

export const leadGetAll = defineOperation({
	resource: 'lead',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Retrieve the leads of your organization, filtered by status, email or phone',
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
			description: 'Only leads that match all of these are returned',
			options: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. name@example.com',
					description: 'Email address of the lead; upper and lower case are the same',
				},
				{
					displayName: 'Phone',
					name: 'phone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +1 555 0101',
					description: 'Phone number of the lead; only its digits are compared',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'multiOptions',
					default: [],
					description: 'Statuses of which a lead must have one; empty means any status',
					options: [
						{ name: 'Contacted', value: 'contacted' },
						{ name: 'Interested', value: 'interested' },
						{ name: 'Not Contacted', value: 'not-contacted' },
						{ name: 'Not Interested', value: 'not-interested' },
					],
				},
			],
		},
	],
	request: () => ({}),
	records: (answer) => manyRecords(answer, leadSample, 'leads', 'leads'),
	items: (leads, { filters: { status = [], email, phone }, ...page }) => {
		const statuses: string[] = status;
		return applyLimit(
			leads.filter(
				(lead) =>
					(statuses.length === 0 || statuses.includes(String(lead.status))) &&
					(email === undefined || sameText(lead.email, email)) &&
					(phone === undefined || samePhone(lead.phone, phone)),
			),
			page,
		);
	},
	sample: leadSample,
});
