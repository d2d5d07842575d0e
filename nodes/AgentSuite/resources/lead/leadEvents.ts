/** What the events about leads share: their filter, their output about the status, and their examples. */

import type { IDataObject } from 'n8n-workflow';

import type { Before } from '../../model/event';
import type { Field } from '../../model/field';
import { leads } from './leads';
import { personFirst } from './personFirst';
import { statusField } from './status';

/** The filter of every event about leads. */
export const leadStatusField = {
	...statusField,
	description:
		'Only trigger for leads with one of these statuses. By expression, return at least one status.',
	hint: 'Select none for leads with any status',
} as const satisfies Field;

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

/** An earlier state of a lead for test events: it had another status. */
function earlierStatus({ status }: IDataObject): Before {
	const earlier = status === FIRST_STATUS ? 'contacted' : FIRST_STATUS;
	return {
		changed: ['status'],
		literal: (part) => (part === 'status' ? earlier : undefined),
	};
}

/** An example of a changed lead. */
const changedExample = (lead: IDataObject) => ({
	record: lead,
	before: earlierStatus(lead),
});

/** The same, but a lead that nobody has contacted yet is a new one. */
export const newOrChangedExample = (lead: IDataObject) =>
	lead.status === FIRST_STATUS ? { record: lead } : changedExample(lead);

/** Shared by all events about leads. */
export const leadEvent = {
	list: leads,
	fields: [leadStatusField],
	testEventHint: 'Test events show existing leads',
	emptyMessage: 'No leads found. Once a lead matches the filters, this test shows it.',
} as const;

/** Shared by the events about a change of a lead. */
export const leadChangeEvent = {
	...leadEvent,
	testEventHint: `${leadEvent.testEventHint}, and invent what has changed`,
	example: changedExample,
} as const;
