import { defineEvent } from '../../model/event';
import { hasStatus, leadEvent, otherStatus } from './leads';

export const leadUpdated = defineEvent({
	...leadEvent,
	event: 'leadUpdated',
	name: 'Lead Updated',
	description: 'A field of a lead changes (the output includes changedFields)',
	emitExisting: 'never',
	emit: (lead, before, parameters) =>
		before !== undefined && hasStatus(lead, parameters)
			? {
					...lead,
					changedFields: before.changed,
					...(before.changed.includes('status') && {
						previousStatus: before.literal('status') || null,
					}),
				}
			: undefined,
	preview: (lead, parameters) =>
		hasStatus(lead, parameters)
			? { ...lead, changedFields: ['status'], previousStatus: otherStatus(lead) }
			: undefined,
});
