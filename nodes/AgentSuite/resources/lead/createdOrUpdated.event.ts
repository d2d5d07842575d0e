import { defineEvent } from '../../model/event';
import { hasStatus, leadEvent, otherStatus } from './leads';

export const leadCreatedOrUpdated = defineEvent({
	...leadEvent,
	event: 'leadCreatedOrUpdated',
	isDefault: true,
	name: 'Lead Created or Updated',
	description:
		'An agent creates a lead, or a field of a lead changes (the output includes changeType)',
	emitExisting: 'option',
	emit: (lead, before, parameters) =>
		hasStatus(lead, parameters)
			? {
					...lead,
					changeType: before === undefined ? 'created' : 'updated',
					changedFields: before?.changed ?? [],
					...(before?.changed.includes('status') && {
						previousStatus: before.literal('status') || null,
					}),
				}
			: undefined,
	preview: (lead, parameters) =>
		hasStatus(lead, parameters)
			? {
					...lead,
					changeType: 'updated',
					changedFields: ['status'],
					previousStatus: otherStatus(lead),
				}
			: undefined,
});
