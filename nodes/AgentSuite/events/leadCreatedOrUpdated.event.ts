import { defineEvent } from '../model/event';
import { hasStatus, leadEvent, otherStatus } from './leads.list';

export const leadCreatedOrUpdated = defineEvent({
	...leadEvent,
	event: 'leadCreatedOrUpdated',
	isDefault: true,
	name: 'Lead Created or Updated',
	description: 'A lead is new, or a field of it has changed; the output says which',
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
	sampleExtra: {
		changeType: 'updated',
		changedFields: ['status'],
		previousStatus: 'not-contacted',
	},
});
