import { defineEvent } from '../../model/event';
import { hasStatus, leadEvent, otherStatus } from './leads';

export const leadStatusChanged = defineEvent({
	...leadEvent,
	event: 'leadStatusChanged',
	name: 'Lead Status Changed',
	description: 'The status of a lead changes (the output includes previousStatus)',
	emitExisting: 'never',
	emit: (lead, before, parameters) =>
		before?.changed.includes('status') && hasStatus(lead, parameters)
			? { ...lead, previousStatus: before.literal('status') || null }
			: undefined,
	preview: (lead, parameters) =>
		hasStatus(lead, parameters) ? { ...lead, previousStatus: otherStatus(lead) } : undefined,
});
