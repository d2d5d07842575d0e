import { defineEvent } from '../../../nodes/AgentSuite/model/event';
import { leadEvent, statusChange } from '../../../nodes/AgentSuite/resources/lead/leadEvents';
import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import { eventOutput } from '../../../scripts/docs/events';

/** An event about the change of one field. */
const changeOf = (name: string) =>
	defineEvent({
		...leadEvent,
		event: 'leadChanged',
		name: 'Lead Changed',
		description: 'A field of a lead changes',
		emit: (lead, before) =>
			before?.changed.includes(name)
				? { ...lead, changedFields: before.changed, ...statusChange(before) }
				: undefined,
	});

const compared = leads.parts.filter(({ fields }) => !fields).map(({ name }) => name);

test.each(compared)('an event about the field %s has a sample without another line', (name) => {
	expect(eventOutput(changeOf(name))).toMatchObject({ changedFields: [name] });
});

test('the sample of a changed status has another status before', () => {
	const { status, previousStatus } = eventOutput(changeOf('status'));
	expect(previousStatus).toEqual(expect.any(String));
	expect(previousStatus).not.toBe(status);
});

test('an event about a field that the list does not compare has none', () => {
	expect(() => eventOutput(changeOf('company'))).toThrow(/sampleExtra/);
});
