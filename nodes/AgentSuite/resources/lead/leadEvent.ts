/** What events about leads share: their list, the field Status, and what they return of a change. */

import type { IDataObject } from 'n8n-workflow';

import { defineEvent } from '../../define/defineEvent';
import { type Before, type EventSpec, isNewOrChanged } from '../../model/eventSpec';
import type { Field } from '../../model/field';
import { leads } from './leads.watchedList';
import { personFirst } from './personFirst';
import { hasStatus, statusField } from './status';

type LeadPart = (typeof leads)['parts'][number]['name'];

/** What an event about leads declares. */
interface LeadEventSpec<Options extends readonly Field[]> extends Omit<
	EventSpec<readonly [typeof statusField], Options, LeadPart>,
	'list' | 'fields' | 'emptyMessage'
> {
	/** Of the field Status. */
	statusHint?: string;
}

/** Declares an event about leads, with the field Status: `emit` is only asked about leads with one of the statuses. */
export const defineLeadEvent = <const Options extends readonly Field[] = readonly []>({
	statusHint = 'Select none for leads with any status',
	...spec
}: LeadEventSpec<Options>) =>
	defineEvent({
		...spec,
		list: leads,
		fields: [
			{
				...statusField,
				description:
					'Only trigger for leads with one of these statuses. By expression, return at least one status.',
				hint: statusHint,
			},
		],
		emit: (lead, before, parameters) =>
			hasStatus(lead, parameters.status) ? spec.emit(lead, before, parameters) : undefined,
		emptyMessage: 'No leads found. Once a lead matches the filters, this test shows it.',
	});

/** The lead with what has changed, after its key. */
export const withChange = (lead: IDataObject, change: IDataObject): IDataObject =>
	personFirst(lead, { leadKey: lead.leadKey, ...change });

/** The output about the status: nothing if it has not changed. Null if there was none before, or it is not known. */
export const statusChange = (before: Before<LeadPart> | undefined) =>
	isNewOrChanged(before, 'status') ? { previousStatus: before?.literal('status') || null } : {};
