import { defineEvent } from '../../model/event';
import { hasStatus, leadEvent, statusChange } from './leads';

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
					...statusChange(before),
				}
			: undefined,
});
