import type { Destination } from '../skeleton';

const upsert = 'Create or update record';

/** Field of the table → expression. */
const values = {
	'Lead Key': '={{ $json.leadKey }}',
	'First Name': '={{ $json.firstName }}',
	'Last Name': '={{ $json.lastName }}',
	Email: '={{ $json.email }}',
	Phone: '={{ $json.phone }}',
	Status: '={{ $json.status }}',
};

export const airtable: Destination = {
	file: 'lead-sync-airtable',
	title: 'Airtable',
	table: 'Leads for Airtable',
	purpose: 'Each lead of your agents is one record of a table in Airtable, always up to date.',
	steps: [
		`Create a table with the text fields ${Object.keys(values).slice(0, -1).join(', ')} and a single select Status. Its options are contacted, interested, not-contacted, and not-interested.`,
		`Select your Airtable credential, the base, and the table in **${upsert}**. Keep the mapping.`,
	],
	remarks: 'The field Lead Key finds the record, so do not change it.',
	width: 1,
	nodes: (place) => [
		{
			name: upsert,
			type: 'n8n-nodes-base.airtable',
			typeVersion: 2.1,
			position: place(0, 0),
			parameters: {
				operation: 'upsert',
				base: { __rl: true, mode: 'list', value: '' },
				table: { __rl: true, mode: 'list', value: '' },
				columns: {
					mappingMode: 'defineBelow',
					value: values,
					matchingColumns: ['Lead Key'],
					schema: Object.keys(values).map((field) => ({
						id: field,
						displayName: field,
						type: 'string',
						required: false,
						defaultMatch: false,
						display: true,
						canBeUsedToMatch: true,
					})),
					attemptToConvertTypes: false,
					convertFieldsToString: false,
				},
				options: {},
			},
			onError: 'continueErrorOutput',
		},
	],
	links: ({ arrived, failed }) => [
		[upsert, arrived, 0],
		[upsert, failed, 1],
	],
	first: upsert,
	arrived: "String($json.id ?? '').startsWith('rec')",
	recordId: '$json.id',
	reason: '$json.error?.description ?? $json.error?.message ?? $json.message ?? $json.error',
};
