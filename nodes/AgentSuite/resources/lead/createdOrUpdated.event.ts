import { newOrChangedExample, inventedChangeHint } from './inventedChange';
import { defineLeadEvent, statusChange, withChange } from './leadEvent';

export const leadCreatedOrUpdated = defineLeadEvent({
	event: 'leadCreatedOrUpdated',
	name: 'Lead Created or Updated',
	description: 'An agent creates a lead, or a field of a lead changes',
	offersExisting: true,
	emit: (lead, before) =>
		withChange(lead, {
			changeType: before === undefined ? 'created' : 'updated',
			changedFields: before?.changed ?? [],
			...statusChange(before),
		}),
	testEventHint: inventedChangeHint,
	example: newOrChangedExample,
});
