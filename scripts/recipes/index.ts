/** The recipes of examples/ that share a structure: lead syncs, with one file per destination, and alerts. */
import { emailAlerts } from './alerts/email';
import { tokenForecast } from './alerts/forecast';
import { leadAlerts } from './alerts/leads';
import { airtable } from './destinations/airtable';
import { dataTable } from './destinations/dataTable';
import { googleSheets } from './destinations/googleSheets';
import { hubspot } from './destinations/hubspot';
import { notion } from './destinations/notion';
import { pipedrive } from './destinations/pipedrive';
import { postgres } from './destinations/postgres';
import { salesforce } from './destinations/salesforce';
import { leadSync } from './skeleton';

export const destinations = [
	dataTable,
	hubspot,
	postgres,
	googleSheets,
	airtable,
	pipedrive,
	salesforce,
	notion,
];

/** Path and text of each recipe, not yet formatted. */
export function recipes(): Array<[path: string, text: string]> {
	return [...destinations.map(leadSync), ...emailAlerts, ...leadAlerts, tokenForecast];
}
