import { defineEvent } from '../../define/define';
import { statusChange, withChange } from './change';
import { leads } from './leads.watchedList';
import { eventStatusField, hasStatus } from './status';
import { inventedChange, newOrChangedExample, noLeads } from './testEvents';

export const leadCreatedOrUpdated = defineEvent({
	event: 'leadCreatedOrUpdated',
	name: 'Lead Created or Updated',
	description: 'An agent creates a lead, or a field of a lead changes',
	list: leads,
	fields: [eventStatusField],
	offersExisting: true,
	emit: (lead, before, parameters) =>
		hasStatus(lead, parameters.status)
			? withChange(lead, {
					changeType: before === undefined ? 'created' : 'updated',
					changedFields: before?.changed ?? [],
					...statusChange(before),
				})
			: undefined,
	testEventHint: inventedChange,
	example: newOrChangedExample,
	emptyMessage: noLeads,
});
