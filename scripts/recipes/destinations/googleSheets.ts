import { nodeReason, row, type Destination } from '../skeleton';

const upsert = 'Append or update row';

/** Column of the sheet → expression. */
const values = {
	'Lead Key': '={{ $json.leadKey }}',
	'First Name': '={{ $json.firstName }}',
	'Last Name': '={{ $json.lastName }}',
	Email: '={{ $json.email }}',
	Phone: '={{ $json.phone }}',
	Status: '={{ $json.status }}',
};

export const googleSheets: Destination = {
	file: 'lead-sync-google-sheets',
	title: 'Google Sheets',
	table: 'Leads for Google Sheets',
	purpose: 'Each lead of your agents is one row of a Google sheet, always up to date.',
	steps: [
		`Create a sheet whose first row has these cells: ${Object.keys(values).join(', ')}.`,
		`Select your Google Sheets credential, the document, and the sheet in **${upsert}**. Keep the mapping.`,
	],
	remarks:
		'The column Lead Key finds the row, so do not change it. Google allows about 15 leads a minute, and more arrive later.',
	width: 1,
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
				columns: {
					mappingMode: 'defineBelow',
					value: values,
					matchingColumns: ['Lead Key'],
					schema: Object.keys(values).map((column) => ({
						id: column,
						displayName: column,
						type: 'string',
						required: false,
						defaultMatch: false,
						display: true,
						canBeUsedToMatch: true,
					})),
					attemptToConvertTypes: false,
					convertFieldsToString: false,
				},
				// Plain text, so that a name cannot be a formula. Two runs cannot append to the same row.
				options: { cellFormat: 'RAW', useAppend: true },
			},
			onError: 'continueErrorOutput',
		},
	],
	links: ({ arrived, failed }) => [
		[upsert, arrived, 0],
		[upsert, failed, 1],
	],
	first: upsert,
	arrived: `$json['Lead Key'] === ${row}.leadKey`,
	recordId: "$json['Lead Key']",
	reason: nodeReason,
};
