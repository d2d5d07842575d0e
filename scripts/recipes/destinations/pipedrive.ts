import { row, type Destination } from '../skeleton';
import { foundId, leadName, searchFirst } from './searchFirst';

const [search, create, update] = ['Search person', 'Create person', 'Update person'];

const contact = {
	emails: {
		emailProperties: [{ value: `={{ ${row}.email }}`, primary: true, label: 'work' }],
	},
	phones: {
		phoneProperties: [{ value: `={{ ${row}.phone }}`, primary: true, label: 'mobile' }],
	},
	customFields: {
		property: [
			{ name: 'Lead Key', value: `={{ ${row}.leadKey }}` },
			{ name: 'Lead Status', value: `={{ ${row}.status }}` },
		],
	},
};

const base = {
	type: 'n8n-nodes-base.pipedrive',
	typeVersion: 2,
	position: [0, 0] as [number, number],
};

export const pipedrive: Destination = {
	file: 'lead-sync-pipedrive',
	title: 'Pipedrive',
	table: 'Leads for Pipedrive',
	purpose: 'Keeps one Pipedrive person per lead of your agents up to date.',
	steps: [
		'Add two custom fields for persons: the text field Lead Key and the single option field Lead Status. Its options are contacted, interested, not-contacted, and not-interested.',
		`Select your Pipedrive credential in **${search}**, **${create}**, and **${update}**.`,
	],
	remarks:
		'The recipe searches for the Lead Key before it creates a person. n8n does not return the reason when Pipedrive refuses a lead.',
	...searchFirst({
		title: 'Pipedrive',
		record: 'person',
		search: {
			...base,
			name: search,
			parameters: {
				authentication: 'apiToken',
				resource: 'person',
				operation: 'search',
				term: '={{ $json.leadKey }}',
				exactMatch: true,
				returnAll: false,
				limit: 1,
				additionalFields: { fields: ['custom_fields'] },
			},
		},
		create: {
			...base,
			name: create,
			parameters: {
				authentication: 'apiToken',
				resource: 'person',
				operation: 'create',
				name: leadName,
				additionalFields: contact,
			},
		},
		update: {
			...base,
			name: update,
			parameters: {
				authentication: 'apiToken',
				resource: 'person',
				operation: 'update',
				personId: `={{ ${foundId} }}`,
				updateFields: { name: leadName, ...contact },
			},
		},
	}),
};
