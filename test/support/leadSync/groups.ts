/** Recipes that share an n8n, by their names in `examples/`. Each group is a test file. */
export const groups = {
	hubspot: ['lead-sync.json', 'lead-sync-hubspot.json', 'lead-sync-postgres.json'],
	airtable: [
		'lead-sync-airtable.json',
		'lead-sync-google-sheets.json',
		'lead-sync-salesforce.json',
	],
	notion: ['lead-sync-notion.json', 'lead-sync-pipedrive.json'],
};
