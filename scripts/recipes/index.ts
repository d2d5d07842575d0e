/** The lead sync recipes of examples/: one skeleton, and one file a destination. */
import { dataTable } from './destinations/dataTable';
import { hubspot } from './destinations/hubspot';
import { leadSync } from './skeleton';

export const destinations = [dataTable, hubspot];

/** Path and text of each recipe, not yet formatted. */
export function recipes(): Array<[path: string, text: string]> {
	return destinations.map(leadSync);
}
