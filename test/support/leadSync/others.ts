import type { Postgres } from '../programs/postgres';
import { Airtable } from '../services/airtable';
import { GoogleSheets } from '../services/googleSheets';
import { Notion } from '../services/notion';
import { Pipedrive } from '../services/pipedrive';
import { Salesforce } from '../services/salesforce';
import { keyOf, leadOf, validEmail, type LeadFields, type Target } from './target';

const statuses = ['contacted', 'interested', 'not-contacted', 'not-interested'];
const fullName = ({ firstName, lastName }: LeadFields) =>
	[firstName, lastName].filter(Boolean).join(' ');
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The data that n8n stores for a connected OAuth2 account. */
const signedIn = (token: string, more: object = {}) => ({
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: token, token_type: 'Bearer', ...more },
});

export function postgresTarget(postgres: Postgres): Target {
	const login = { ...postgres.login, port: postgres.port, ssl: 'disable' };
	return {
		file: 'lead-sync-postgres.json',
		credentials: { postgres: login },
		records: () => {
			if (postgres.sql(`SELECT to_regclass('leads')`) === '') return [];
			const columns = ['first_name', 'last_name', 'email', 'phone', 'status'];
			const rows = postgres.sql(`SELECT ${columns.join(', ')} FROM leads`).split('\n');
			return rows.filter(Boolean).map((row) => {
				const [firstName, lastName, email, phone, status] = row.split('|');
				return { firstName, lastName, email, phone, status };
			});
		},
		refusal: ({ lastName }) =>
			lastName.length > 200 ? 'value too long for type character varying(200)' : undefined,
	};
}

export function googleSheetsTarget(): Target {
	const service = new GoogleSheets();
	return {
		file: 'lead-sync-google-sheets.json',
		service,
		credentials: { googleSheetsOAuth2Api: signedIn(service.token) },
		choices: {
			'Append or update row': {
				documentId: byId(service.document),
				sheetName: { __rl: true, mode: 'name', value: service.sheet },
			},
		},
		records: () =>
			service.rows
				.slice(1)
				.map(([, firstName, lastName, email, phone, status]) =>
					leadOf({ firstName, lastName, email, phone, status }),
				),
		refusal: ({ lastName }) => (lastName.length > 50_000 ? 'Bad request' : undefined),
	};
}

export function airtableTarget(): Target {
	const service = new Airtable();
	return {
		file: 'lead-sync-airtable.json',
		service,
		credentials: { airtableTokenApi: { accessToken: service.token } },
		choices: {
			'Create or update record': { base: byId(service.base), table: byId(service.table) },
		},
		records: () =>
			service.records.map(({ fields }) => {
				const text = (name: string) => String(fields[name] ?? '');
				return {
					firstName: text('First Name'),
					lastName: text('Last Name'),
					email: text('Email'),
					phone: text('Phone'),
					status: text('Status'),
				};
			}),
		refusal: ({ status }) =>
			statuses.includes(status) ? undefined : `create new select option ""${status}""`,
	};
}

export function pipedriveTarget(): Target {
	const service = new Pipedrive();
	return {
		file: 'lead-sync-pipedrive.json',
		service,
		credentials: { pipedriveApi: { apiToken: service.token } },
		records: () =>
			[...service.persons.values()].map((person) => ({
				firstName: person.name,
				lastName: '',
				email: person.emails[0]?.value ?? '',
				phone: person.phones[0]?.value ?? '',
				status: service.statusOf(person),
			})),
		shown: (lead) => ({
			...lead,
			firstName: fullName(lead) || lead.email || lead.phone,
			lastName: '',
		}),
		remove: (email) => {
			for (const [id, { emails }] of service.persons) {
				if (emails[0]?.value === email) service.persons.delete(id);
			}
		},
		refusal: ({ status }) => (statuses.includes(status) ? undefined : 'Bad request'),
	};
}

export function salesforceTarget(): Target {
	const service = new Salesforce();
	const ratings = { 'not-contacted': '', contacted: 'Warm', interested: 'Hot' };
	return {
		file: 'lead-sync-salesforce.json',
		service,
		credentials: {
			salesforceOAuth2Api: signedIn(service.token, { instance_url: `https://${service.host}` }),
		},
		records: () =>
			[...service.leads.values()].map(({ FirstName, LastName, Email, Phone, Rating, Status }) => ({
				firstName: FirstName ?? '',
				lastName: LastName,
				email: Email ?? '',
				phone: Phone ?? '',
				status:
					Status === 'on-hold' ? Status : keyOf({ ...ratings, 'not-interested': 'Cold' }, Rating),
			})),
		shown: (lead) => ({
			...lead,
			lastName: lead.lastName || lead.email || lead.phone || '[not provided]',
		}),
		refusal: ({ email, lastName }) => {
			if (lastName.length > 80) return 'STRING_TOO_LONG: LastName';
			if (email === '' || validEmail.test(email)) return undefined;
			return 'INVALID_EMAIL_ADDRESS: Email';
		},
	};
}

export function notionTarget(): Target {
	const service = new Notion();
	return {
		file: 'lead-sync-notion.json',
		service,
		credentials: { notionApi: { apiKey: service.token } },
		choices: Object.fromEntries(
			['Find page', 'Create page'].map((name) => [
				name,
				{ dataSourceId: byId(service.dataSource) },
			]),
		),
		records: () =>
			[...service.pages.values()].map((page) => ({
				firstName: service.textOf(page, 'First Name'),
				lastName: service.textOf(page, 'Last Name'),
				email: service.textOf(page, 'Email'),
				phone: service.textOf(page, 'Phone'),
				status: service.textOf(page, 'Status'),
			})),
		remove: (email) => {
			for (const [id, page] of service.pages) {
				if (service.textOf(page, 'Email') === email) service.pages.delete(id);
			}
		},
		refusal: ({ lastName }) => (lastName.length > 2000 ? 'Bad request' : undefined),
	};
}
