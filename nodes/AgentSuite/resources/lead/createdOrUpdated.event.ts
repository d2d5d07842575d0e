import { defineEvent } from '../../define/define';
import { leadChangeEvent, newOrChangedExample, statusChange, withChange } from './leadEvents';
import { hasStatus } from './status';

export const leadCreatedOrUpdated = defineEvent({
	...leadChangeEvent,
	event: 'leadCreatedOrUpdated',
	name: 'Lead Created or Updated',
	description: 'An agent creates a lead, or a field of a lead changes',
	offersExisting: true,
	emit: (lead, before, parameters) =>
		hasStatus(lead, parameters.status)
			? withChange(lead, {
					changeType: before === undefined ? 'created' : 'updated',
					changedFields: before?.changed ?? [],
					...statusChange(before),
				})
			: undefined,
	example: newOrChangedExample,
});
