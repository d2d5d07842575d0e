/** The change that test events about a lead invent. */

import type { IDataObject } from 'n8n-workflow';

import type { Before, EventExample } from '../../model/eventSpec';

/** The status of a lead that nobody has contacted yet. */
const FIRST_STATUS = 'not-contacted';

/** An earlier state of a lead: it had another status. */
function earlierStatus({ status }: IDataObject): Before {
	const earlier = status === FIRST_STATUS ? 'contacted' : FIRST_STATUS;
	return {
		changed: ['status'],
		literal: (part) => (part === 'status' ? earlier : undefined),
	};
}

/** An example of a changed lead. */
export const changedExample = (lead: IDataObject): EventExample => ({
	record: lead,
	before: earlierStatus(lead),
});

/** The same, but a lead that nobody has contacted yet is a new one. */
export const newOrChangedExample = (lead: IDataObject): EventExample =>
	lead.status === FIRST_STATUS ? { record: lead } : changedExample(lead);

/** The hint of an event whose example is a changed lead. */
export const inventedChangeHint = 'Test events show existing leads, and invent what has changed';
