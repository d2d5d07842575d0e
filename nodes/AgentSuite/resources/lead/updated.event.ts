import { defineEvent } from '../../model/event';
import { hasStatus, leadEvent, statusChange } from './leads';

export const leadUpdated = defineEvent({
	...leadEvent,
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes (the output includes changedFields)',
	emitExisting: 'never',
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters)
			? { ...lead, changedFields: before.changed, ...statusChange(before) }
			: undefined,
	preview: (lead, parameters) =>
		hasStatus(lead, parameters) ? { ...lead, changedFields: [], previousStatus: null } : undefined,
});
