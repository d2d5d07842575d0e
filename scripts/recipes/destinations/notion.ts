import { row, type Destination } from '../skeleton';
import { foundId, leadName, searchFirst } from './searchFirst';

const [search, create, update] = ['Find page', 'Create page', 'Update page'];

const text = (property: string, field: string) => ({
	key: `${property}|rich_text`,
	type: 'rich_text',
	textContent: `={{ ${row}.${field} }}`,
});
const properties = [
	text('Lead Key', 'leadKey'),
	text('First Name', 'firstName'),
	text('Last Name', 'lastName'),
	text('Email', 'email'),
	text('Phone', 'phone'),
	text('Status', 'status'),
];

const dataSourceId = { __rl: true, mode: 'list', value: '' };
const base = {
	type: 'n8n-nodes-base.notion',
	typeVersion: 3,
	position: [0, 0] as [number, number],
};

export const notion: Destination = {
	file: 'lead-sync-notion',
	title: 'Notion',
	table: 'Leads for Notion',
	purpose: 'Keeps one page of a Notion database per lead of your agents up to date.',
	steps: [
		'Create a database with the title Name and the text properties Lead Key, First Name, Last Name, Email, Phone, and Status. Share it with your Notion integration.',
		`Select your Notion credential in **${search}**, **${create}**, and **${update}**, and the data source in the first two.`,
	],
	remarks: 'The recipe searches for the Lead Key before it creates a page.',
	...searchFirst({
		title: 'Notion',
		record: 'page',
		search: {
			...base,
			name: search,
			parameters: {
				authentication: 'apiKey',
				resource: 'databasePage',
				operation: 'getAll',
				dataSourceId,
				returnAll: false,
				limit: 1,
				filterType: 'json',
				filterJson:
					"={{ JSON.stringify({ property: 'Lead Key', rich_text: { equals: $json.leadKey } }) }}",
				simple: true,
				options: {},
			},
		},
		create: {
			...base,
			name: create,
			parameters: {
				authentication: 'apiKey',
				resource: 'databasePage',
				operation: 'create',
				dataSourceId,
				title: leadName,
				propertiesUi: { propertyValues: properties },
				simple: true,
				options: {},
			},
		},
		update: {
			...base,
			name: update,
			parameters: {
				authentication: 'apiKey',
				resource: 'databasePage',
				operation: 'update',
				pageId: { __rl: true, mode: 'id', value: `={{ ${foundId} }}` },
				propertiesUi: {
					propertyValues: [{ key: 'Name|title', type: 'title', title: leadName }, ...properties],
				},
				simple: true,
				options: {},
			},
		},
	}),
};
