import { defineEvent } from '../../define/define';
import { changeExample, leadEvent, statusChange, withChange } from './leadEvents';
import { hasStatus } from './resource';

export const leadUpdated = defineEvent({
	...leadEvent,
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters.status)
			? withChange(lead, { changedFields: before.changed, ...statusChange(before) })
			: undefined,
	example: changeExample,
});
