import { defineEvent } from '../define';
import { changeExample, hasStatus, leadEvent, statusChange, withChange } from './leadEvents';

export const leadUpdated = defineEvent({
	...leadEvent,
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters)
			? withChange(lead, { changedFields: before.changed, ...statusChange(before) })
			: undefined,
	example: changeExample,
});
