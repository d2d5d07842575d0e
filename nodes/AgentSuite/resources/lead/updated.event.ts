import { defineEvent } from '../../define/define';
import { statusChange, withChange } from './change';
import { leads } from './leads.watchedList';
import { eventStatusField, hasStatus } from './status';
import { changedExample, inventedChange, noLeads } from './testEvents';

export const leadUpdated = defineEvent({
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	list: leads,
	fields: [eventStatusField],
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters.status)
			? withChange(lead, { changedFields: before.changed, ...statusChange(before) })
			: undefined,
	testEventHint: inventedChange,
	example: changedExample,
	emptyMessage: noLeads,
});
