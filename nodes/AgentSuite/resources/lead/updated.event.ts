import { changedExample, inventedChangeHint } from './inventedChange';
import { defineLeadEvent, statusChange, withChange } from './leadEvent';

export const leadUpdated = defineLeadEvent({
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	emit: (lead, before) =>
		before && withChange(lead, { changedFields: before.changed, ...statusChange(before) }),
	testEventHint: inventedChangeHint,
	example: changedExample,
});
