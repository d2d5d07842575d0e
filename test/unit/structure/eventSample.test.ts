import { defineEvent } from '../../../nodes/AgentSuite/define/define';
import { leads } from '../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import { eventOutput } from '../../../scripts/docs/events';

test('an event that a new record does not show needs an example', () => {
	const event = defineEvent({
		event: 'leadChanged',
		name: 'Lead Changed',
		description: 'A lead changes',
		list: leads,
		emit: (lead, before) => before && lead,
		testEventHint: 'Test events show existing leads',
		emptyMessage: 'No leads found.',
	});
	expect(() => eventOutput(event)).toThrow(
		'The documented record does not show leadChanged, so add an example to it.',
	);
});
