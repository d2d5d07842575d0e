/** The recipes of examples/ that share a shape: lead syncs, one file a destination, and alerts. */
import { emailAlerts } from './alerts/email';
import { tokenForecast } from './alerts/forecast';
import { leadAlerts } from './alerts/leads';
import { dataTable } from './destinations/dataTable';
import { hubspot } from './destinations/hubspot';
import { leadSync } from './skeleton';

export const destinations = [dataTable, hubspot];

/** Path and text of each recipe, not yet formatted. */
export function recipes(): Array<[path: string, text: string]> {
	return [...destinations.map(leadSync), ...emailAlerts, ...leadAlerts, tokenForecast];
}
