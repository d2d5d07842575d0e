import type { Destination } from '../skeleton';

const upsert = 'Create or update lead';

/** Our statuses as values of Lead Status and Rating in a new organization. */
const statuses = {
	'not-contacted': 'Open - Not Contacted',
	contacted: 'Working - Contacted',
	interested: 'Working - Contacted',
	'not-interested': 'Closed - Not Converted',
};
const ratings = { contacted: 'Warm', interested: 'Hot', 'not-interested': 'Cold' };
const mapped = (words: object) => `(${JSON.stringify(words)})[$json.status]`;

export const salesforce: Destination = {
	file: 'lead-sync-salesforce',
	title: 'Salesforce',
	table: 'Leads for Salesforce',
	purpose: 'Keeps one Salesforce lead per lead of your agents up to date.',
	steps: [
		'Add a text field Lead Key to the Lead object in Salesforce. Turn on *External ID* and *Unique*. Its API name is `Lead_Key__c`.',
		`Select your Salesforce credential in **${upsert}**.`,
	],
	remarks: 'Salesforce requires a company, so all leads have "[not provided]".',
	width: 1,
	nodes: (place) => [
		{
			name: upsert,
			type: 'n8n-nodes-base.salesforce',
			typeVersion: 1,
			position: place(0, 0),
			parameters: {
				authentication: 'oAuth2',
				resource: 'lead',
				operation: 'upsert',
				externalId: 'Lead_Key__c',
				// A key can contain a #, and the node does not encode it in the URL.
				externalIdValue: '={{ encodeURIComponent($json.leadKey) }}',
				company: '[not provided]',
				lastname: "={{ $json.lastName || $json.email || $json.phone || '[not provided]' }}",
				additionalFields: {
					firstname: '={{ $json.firstName }}',
					email: '={{ $json.email }}',
					phone: '={{ $json.phone }}',
					status: `={{ ${mapped(statuses)} ?? $json.status }}`,
					rating: `={{ ${mapped(ratings)} ?? '' }}`,
				},
			},
			// Its error output drops the reason, so the next node separates successes from failures.
			onError: 'continueRegularOutput',
		},
	],
	links: ({ arrived }) => [[upsert, arrived]],
	first: upsert,
	arrived: '$json.success === true',
	recordId: "$json.id ?? ''",
	reason:
		"[$json.errorCode, $json.fields, $json.description].filter(Boolean).join(': ') || $json.error",
};
