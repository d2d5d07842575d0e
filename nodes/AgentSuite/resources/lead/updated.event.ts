import { changedExample, inventedChange, statusChange, withChange } from './change';
import { defineLeadEvent } from './leadEvent';

export const leadUpdated = defineLeadEvent({
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	emit: (lead, before) =>
		before && withChange(lead, { changedFields: before.changed, ...statusChange(before) }),
	testEventHint: inventedChange,
	example: changedExample,
});
