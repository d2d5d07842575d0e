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

test.each(events)('$event says what it costs a day, at any interval', ({ event, list }) => {
	const { tokens } = list.operation;
	const notices = description.properties.filter(({ type }) => type === 'notice');
	const shown = notices.filter((notice) =>
		NodeHelpers.displayParameter({ event }, notice, { typeVersion: 1 }, description),
	);
	const daily = (reads: number) => (reads * tokens).toLocaleString('en-US');
	const each = tokens === 1 ? '1 token' : `${tokens} tokens`;
	expect(shown.map(({ displayName }) => displayName)).toEqual([
		`Each read costs ${each}. Reading every 15 minutes costs ${daily(96)} tokens a day, and every minute ${daily(1440)}.`,
	]);
});
