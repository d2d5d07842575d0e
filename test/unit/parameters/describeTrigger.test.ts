import { NodeHelpers } from 'n8n-workflow';

import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import * as table from '../../../nodes/AgentSuite/resources/events';

const { description } = new AgentSuiteTrigger();
const events = Object.values(table);

test('is a polling trigger with its own properties, and not a tool', () => {
	expect(description).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
	expect(description).not.toHaveProperty('usableAsTool');
	expect(new AgentSuiteTrigger().description.properties).not.toBe(description.properties);
});

test.each(events)('$event says what its interval costs a day', ({ event, list }) => {
	const { tokens } = list.operation;
	const notices = description.properties.filter(({ type }) => type === 'notice');
	const shownAt = (minInterval: number) => {
		const shown = notices.filter((notice) =>
			NodeHelpers.displayParameter({ event, minInterval }, notice, { typeVersion: 1 }, description),
		);
		expect(shown).toHaveLength(1);
		return shown[0].displayName;
	};
	const daily = (reads: number) => `${(reads * tokens).toLocaleString('en-US')} tokens a day`;
	expect(shownAt(15)).toBe(`Polling every 15 minutes costs ${daily(96)}`);
	expect(shownAt(1)).toContain(`every minute costs ${daily(1440)}`);
	expect(shownAt(0)).toContain(`every minute costs ${daily(1440)}`);
	expect(shownAt(7.5)).toMatch(new RegExp(`^Each read costs ${tokens} tokens?,`));
});
