/** What the events about leads share: their filter, and their output about the status. */

import type { IDataObject } from 'n8n-workflow';

import type { Before } from '../../model/event';
import type { Field } from '../../model/field';
import { changedExample } from './examples';
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
