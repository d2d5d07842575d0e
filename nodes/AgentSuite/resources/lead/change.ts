/** What events about a change of a lead return. */

import type { IDataObject } from 'n8n-workflow';

import { isNewOrChanged, type Before } from '../../model/event';
import { personFirst } from './personFirst';

/** The lead with what has changed, after its key. */
export const withChange = (lead: IDataObject, change: IDataObject): IDataObject =>
	personFirst(lead, { leadKey: lead.leadKey, ...change });

/** The output about the status: nothing if it has not changed. Null if there was none before, or it is not known. */
export const statusChange = (before: Before | undefined) =>
	isNewOrChanged(before, 'status') ? { previousStatus: before?.literal('status') || null } : {};
