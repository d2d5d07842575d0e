import { httpRequest, ifTrue } from '../nodes';
import { nodeReason, row, type Destination } from '../skeleton';

const hasEmail = 'Has an email address?';
const known = 'Known to HubSpot?';
const update = 'Update contact';
const upsert = 'Create or update contact';
const why = 'Ask HubSpot why';

/** Our statuses as values of HubSpot's property "Lead Status" in a new account. */
const statuses = {
	'not-contacted': 'NEW',
	contacted: 'ATTEMPTED_TO_CONTACT',
	interested: 'CONNECTED',
	'not-interested': 'UNQUALIFIED',
};
const status = `(${JSON.stringify(statuses)})[${row}.status]`;
const properties = `{ email: ${row}.email, firstname: ${row}.firstName, lastname: ${row}.lastName, phone: ${row}.phone, hs_lead_status: ${status} ?? ${row}.status }`;

export const hubspot: Destination = {
	file: 'lead-sync-hubspot',
	title: 'HubSpot',
	table: 'Leads for HubSpot',
	purpose: 'Keeps one HubSpot contact per email address of your leads up to date.',
	steps: [`Select your HubSpot credential in **${upsert}**, **${update}**, and **${why}**.`],
	remarks:
		"HubSpot identifies a new contact by its email address. Leads with the same address share a contact, and leads without one are listed. n8n's HubSpot node uses a legacy API of HubSpot.",
	width: 4,
	nodes: (place) => [
		ifTrue(hasEmail, place(0, 0), '!!$json.email'),
		ifTrue(known, place(1, 0), '!!$json.recordId'),
		httpRequest(update, place(2, -1), 'hubspotAppToken', {
			method: 'PATCH',
			url: '=https://api.hubapi.com/crm/v3/objects/contacts/{{ $json.recordId }}',
			jsonBody: `={{ JSON.stringify({ properties: ${properties} }) }}`,
		}),
		{
			name: upsert,
			type: 'n8n-nodes-base.hubspot',
			typeVersion: 2.2,
			position: place(2, 0),
			parameters: {
				authentication: 'appToken',
				resource: 'contact',
				operation: 'upsert',
				email: '={{ $json.email }}',
				additionalFields: {
					firstName: '={{ $json.firstName }}',
					lastName: '={{ $json.lastName }}',
					phoneNumber: '={{ $json.phone }}',
					leadStatus: `={{ ${status} ?? ${row}.status }}`,
				},
				// Without this, the node reads each contact a second time.
				options: { resolveData: true },
			},
			onError: 'continueErrorOutput',
		},
		httpRequest(why, place(3, 1), 'hubspotAppToken', {
			method: 'POST',
			url: `=https://api.hubapi.com/contacts/v1/contact/createOrUpdate/email/{{ encodeURIComponent(${row}.email) }}`,
			jsonBody: `={{ JSON.stringify({ properties: Object.entries(${properties}).map(([property, value]) => ({ property, value })) }) }}`,
		}),
	],
	links: ({ arrived, failed }) => [
		[hasEmail, known, 0],
		[hasEmail, failed, 1],
		[known, update, 0],
		[known, upsert, 1],
		[update, arrived, 0],
		[update, failed, 1],
		[upsert, arrived, 0],
		[upsert, why, 1],
		[why, arrived, 0],
		[why, failed, 1],
	],
	first: hasEmail,
	arrived: '!!$json.vid || $json.statusCode === 200',
	recordId: '$json.vid ?? $json.body.vid ?? $json.body.id',
	reason: `!${row}.email ? 'HubSpot needs an email address' : $json.body?.message ?? ($json.statusCode ? 'HubSpot responded with status ' + $json.statusCode : ${nodeReason})`,
};
