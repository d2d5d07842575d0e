import { nodeReason, row, type Destination } from '../skeleton';
import { mappingOf, oneStep, titledColumns } from './upsert';

const upsert = 'Append or update row';

export const googleSheets: Destination = {
	file: 'lead-sync-google-sheets',
	title: 'Google Sheets',
	table: 'Leads for Google Sheets',
	purpose: 'Keeps one row of a Google sheet per lead of your agents up to date.',
	steps: [
		`Create a sheet whose first row has these cells: ${Object.keys(titledColumns).join(', ')}.`,
		`Select your Google Sheets credential, the document, and the sheet in **${upsert}**. Keep the mapping.`,
	],
	remarks:
		'The column Lead Key finds the row, so do not change it. Google allows about 15 leads a minute, and more arrive later.',
	...oneStep(upsert),
	nodes: (place) => [
		{
			name: upsert,
			type: 'n8n-nodes-base.googleSheets',
			typeVersion: 4.5,
			position: place(0, 0),
			parameters: {
				authentication: 'oAuth2',
				resource: 'sheet',
				operation: 'appendOrUpdate',
				documentId: { __rl: true, mode: 'list', value: '' },
				sheetName: { __rl: true, mode: 'list', value: '' },
				columns: mappingOf(titledColumns, 'Lead Key'),
				// Plain text, so that a name cannot be a formula. Two runs cannot append to the same row.
				options: { cellFormat: 'RAW', useAppend: true },
			},
			onError: 'continueErrorOutput',
		},
	],
	arrived: `$json['Lead Key'] === ${row}.leadKey`,
	recordId: "$json['Lead Key']",
	reason: nodeReason,
};
