/** What events about a change of a lead return, and the change that their test events invent. */

import type { IDataObject } from 'n8n-workflow';

import type { Before } from '../../model/event';
import { personFirst } from './personFirst';

/** The lead with what has changed, after its key. */
export const withChange = (lead: IDataObject, change: IDataObject): IDataObject =>
	personFirst(lead, { leadKey: lead.leadKey, ...change });

/** The output about the status: nothing if it has not changed. Null if there was none before, or it is not known. */
export const statusChange = (before: Before | undefined) =>
	before === undefined || before.changed.includes('status')
		? { previousStatus: before?.literal('status') || null }
		: {};

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
export const changedExample = (lead: IDataObject) => ({
	record: lead,
	before: earlierStatus(lead),
});

/** The same, but a lead that nobody has contacted yet is a new one. */
export const newOrChangedExample = (lead: IDataObject) =>
	lead.status === FIRST_STATUS ? { record: lead } : changedExample(lead);

/** The hint of an event whose example is a changed lead. */
export const inventedChange = 'Test events show existing leads, and invent what has changed';
