import { defineEvent } from '../../define/define';
import { leadChangeEvent, statusChange, withChange } from './leadEvents';
import { hasStatus } from './status';

export const leadUpdated = defineEvent({
	...leadChangeEvent,
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes, and changedFields contains its name',
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters.status)
			? withChange(lead, { changedFields: before.changed, ...statusChange(before) })
			: undefined,
});
