import type { Destination } from '../skeleton';
import { mappingOf, oneStep, titledColumns } from './upsert';

const upsert = 'Create or update record';

export const airtable: Destination = {
	file: 'lead-sync-airtable',
	title: 'Airtable',
	table: 'Leads for Airtable',
	purpose: 'Keeps one record of an Airtable table per lead of your agents up to date.',
	steps: [
		`Create a table with the text fields ${Object.keys(titledColumns).slice(0, -1).join(', ')}, and the single select field Status. Its options are contacted, interested, not-contacted, and not-interested.`,
		`Select your Airtable credential, the base, and the table in **${upsert}**. Keep the mapping.`,
	],
	remarks: 'The field Lead Key finds the record, so do not change it.',
	...oneStep(upsert),
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
				columns: mappingOf(titledColumns, 'Lead Key'),
				options: {},
			},
			onError: 'continueErrorOutput',
		},
	],
	arrived: "String($json.id ?? '').startsWith('rec')",
	recordId: '$json.id',
	reason: '$json.error?.description ?? $json.error?.message ?? $json.message ?? $json.error',
};
