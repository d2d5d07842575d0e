import { readLeadTable } from '../../../playground/leads';
import { readExample } from '../../../playground/workflows';
import type { Postgres } from '../programs/postgres';
import { Airtable } from '../standIns/airtable';
import { GoogleSheets } from '../standIns/googleSheets';
import { HighLevel } from '../standIns/highLevel';
import { HubSpot } from '../standIns/hubspot';
import { Notion } from '../standIns/notion';
import { Pipedrive } from '../standIns/pipedrive';
import { Salesforce } from '../standIns/salesforce';
import { keyOf, leadOf, newStatus, validEmail, type LeadFields, type Target } from './target';

const fullName = ({ firstName, lastName }: LeadFields) =>
	[firstName, lastName].filter(Boolean).join(' ');
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A record of a service with columns of these titles. */
const titled = (text: (title: string) => unknown): LeadFields => {
	const titles = ['First Name', 'Last Name', 'Email', 'Phone', 'Status'];
	const [firstName, lastName, email, phone, status] = titles.map((title) =>
		String(text(title) ?? ''),
	);
	return { firstName, lastName, email, phone, status };
};

/** The data that n8n stores for a connected OAuth2 account. */
const signedIn = (token: string, more: object = {}) => ({
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: token, token_type: 'Bearer', ...more },
});

/** n8n's own table takes every lead. */
export const dataTableTarget: Target = {
	file: 'lead-sync.json',
	credentials: {},
	records: async (rest) => (await readLeadTable(rest)).map(leadOf),
	refusal: () => undefined,
};

const hubspotStatuses = {
	'not-contacted': 'NEW',
	contacted: 'ATTEMPTED_TO_CONTACT',
	interested: 'CONNECTED',
	'not-interested': 'UNQUALIFIED',
};

export function hubspotTarget(service = new HubSpot()): Target & { service: HubSpot } {
	return {
		file: 'lead-sync-hubspot.json',
		service,
		credentials: { hubspotAppToken: { appToken: service.token } },
		records: () =>
			[...service.contacts.values()].map(({ properties }) => ({
				firstName: properties.firstname ?? '',
				lastName: properties.lastname ?? '',
				email: properties.email ?? '',
				phone: properties.phone ?? '',
				status: properties.hs_lead_status
					? keyOf({ ...hubspotStatuses, 'on-hold': 'on-hold' }, properties.hs_lead_status)
					: '',
			})),
		refusal: ({ firstName, lastName, email, status }) => {
			if (email && !validEmail.test(email)) return `Email address ${email} is invalid`;
			if (!email && !firstName && !lastName) return 'Set at least an email address or a name';
			return !status || status in hubspotStatuses || service.statuses.includes(status)
				? undefined
				: `${status} was not one of the allowed options`;
		},
		unacceptable: newStatus,
		repair: () => service.statuses.push('on-hold'),
	};
}

export function postgresTarget(postgres: Postgres): Target {
	let isStrict = false;
	const login = { ...postgres.login, port: postgres.port, ssl: 'disable' };
	return {
		file: 'lead-sync-postgres.json',
		credentials: { postgres: login },
		records: () => {
			if (postgres.sql(`SELECT to_regclass('leads')`) === '') return [];
			const fields =
				"'firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone, 'status', status";
			const rows = postgres.sql(`SELECT json_build_object(${fields}) FROM leads`);
			return rows.split('\n').flatMap((row) => (row ? leadOf(JSON.parse(row) as object) : []));
		},
		refusal: (lead) => {
			if (Object.values(lead).some((text: string) => text.includes('\0'))) return 'invalid byte';
			return isStrict && lead.status === newStatus.status ? 'violates check constraint' : undefined;
		},
		unacceptable: newStatus,
		restrict: () => {
			postgres.sql(
				`ALTER TABLE leads ADD CONSTRAINT known CHECK (status <> '${newStatus.status}')`,
			);
			isStrict = true;
		},
		repair: () => {
			postgres.sql('ALTER TABLE leads DROP CONSTRAINT known');
			isStrict = false;
		},
	};
}

/** A text as the recipe writes it into a cell: nothing that a spreadsheet, or a CSV file of it, reads as a formula. */
function inCell(value: string): string {
	// In a CSV file of n8n, a carriage return alone begins a line.
	const text = value.replace(/\r\n?/g, '\n');
	// Not +1-555-0101, which a spreadsheet computes.
	const isPhone = /^\+[\d ]*$/.test(text);
	return !isPhone && /^[=+\-@\s＝＋－＠]/.test(text) ? `'${text}` : text;
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
		shown: (lead) =>
			leadOf(Object.fromEntries(Object.entries(lead).map(([name, text]) => [name, inCell(text)]))),
		refusal: ({ lastName }) => (lastName.length > service.limit ? 'Bad request' : undefined),
		unacceptable: { lastName: 'long'.repeat(15_000) },
		repair: () => {
			service.limit = 100_000;
		},
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
		records: () => service.records.map(({ fields }) => titled((title) => fields[title])),
		refusal: ({ status }) =>
			!status || service.options.includes(status)
				? undefined
				: `create new select option ""${status}""`,
		unacceptable: newStatus,
		repair: () => service.options.push(newStatus.status),
	};
}

export function pipedriveTarget(service = new Pipedrive()): Target & { service: Pipedrive } {
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
		shown: (lead, leadKey) => ({
			...lead,
			firstName: fullName(lead) || lead.email || lead.phone || leadKey,
			lastName: '',
		}),
		refusal: ({ status }) =>
			!status || service.statuses.includes(status) ? undefined : 'Bad request',
		unacceptable: newStatus,
		repair: () => service.statuses.push(newStatus.status),
	};
}

export function salesforceTarget(service = new Salesforce()): Target & { service: Salesforce } {
	const ratings = {
		'not-contacted': '',
		contacted: 'Warm',
		interested: 'Hot',
		'not-interested': 'Cold',
	};
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
				status: !Status || Status === newStatus.status ? (Status ?? '') : keyOf(ratings, Rating),
			})),
		shown: (lead) => ({
			...lead,
			lastName: lead.lastName || lead.email || lead.phone || '[not provided]',
		}),
		refusal: ({ email, lastName, status }) => {
			if (status === newStatus.status && !service.statuses.includes(status)) return 'bad value';
			if (lastName.length > 80) return 'data value too large';
			if (email === '' || validEmail.test(email)) return undefined;
			return 'invalid email address';
		},
		unacceptable: newStatus,
		repair: () => service.statuses.push(newStatus.status),
	};
}

/** A phone number as the recipe writes it. */
const plainPhone = (phone: string) =>
	phone.replace(/\D/g, '').length > 6 ? phone.replace(/[^+\d]/g, '') : '';

export function highLevelTarget(): Target & { service: HighLevel } {
	const service = new HighLevel();
	return {
		file: 'lead-sync-highlevel.json',
		service,
		credentials: {
			highLevelOAuth2Api: {
				...signedIn(service.token, { locationId: service.location }),
				// What n8n 1 asks for.
				scope: 'contacts.write',
			},
		},
		choices: {
			'Create or update contact': {
				additionalFields: {
					...contactFields(),
					customFields: {
						values: [{ fieldId: byId(service.statusField), fieldValue: '={{ $json.status }}' }],
					},
				},
			},
		},
		records: () =>
			service.contacts.map(({ email, phone, firstName, lastName, customFields }) => ({
				firstName,
				lastName,
				email,
				phone,
				status: customFields.get(service.statusField) ?? '',
			})),
		shown: (lead) => ({ ...lead, phone: plainPhone(lead.phone) }),
		// HighLevel matches phone numbers, so that leads who share one would share a contact.
		distinct: (lead, number) =>
			lead.phone === '+49 30 5550100' ? { ...lead, phone: `+49 30 55502${10 + number}` } : lead,
		refusal: ({ email, phone, lastName }) => {
			if (email && !validEmail.test(email)) return 'has invalid format';
			if (email && !/^[\w.+-]+@[\w.-]+$/.test(email)) return 'has invalid format';
			if (!email && !plainPhone(phone)) return 'Either email or phone is required';
			return lastName.length > service.limit ? 'is too long' : undefined;
		},
		unacceptable: { lastName: 'long'.repeat(15_000) },
		repair: () => {
			service.limit = 100_000;
		},
	};
}

/** The fields of the recipe beside the custom one. */
function contactFields(): object {
	const { nodes } = readExample('lead-sync-highlevel.json');
	const node = nodes.find(({ name }) => name === 'Create or update contact');
	return (node?.parameters as { additionalFields?: object })?.additionalFields ?? {};
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
			[...service.pages.values()].map((page) => titled((title) => service.textOf(page, title))),
		refusal: ({ lastName }) => (lastName.length > service.limit ? 'Bad request' : undefined),
		unacceptable: { lastName: 'long'.repeat(15_000) },
		repair: () => {
			service.limit = 100_000;
		},
	};
}
