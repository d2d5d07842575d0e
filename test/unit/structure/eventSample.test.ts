import { defineEvent } from '../../../nodes/AgentSuite/define/define';
import { leadEvent } from '../../../nodes/AgentSuite/resources/lead/leadEvents';
import { eventOutput } from '../../../scripts/docs/events';

test('an event that a new record does not show needs an example', () => {
	const event = defineEvent({
		...leadEvent,
		event: 'leadChanged',
		name: 'Lead Changed',
		description: 'A lead changes',
		emit: (lead, before) => before && lead,
	});
	expect(() => eventOutput(event)).toThrow(
		'The documented record does not show leadChanged, so add an example to it.',
	);
});
