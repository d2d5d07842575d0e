import { NodeHelpers } from 'n8n-workflow';

import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import * as table from '../../../nodes/AgentSuite/resources/events';
import { publicEvents } from '../../support/publicEvents';

const { description } = new AgentSuiteTrigger();
const events = Object.values(table);

const shownFor = (event: string) =>
	description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.event?.includes(event),
	);

test('the events and their parameters keep their public names', () => {
	expect(events.map(({ event }) => event).sort()).toEqual(Object.keys(publicEvents).sort());
	for (const [event, { fields, options }] of Object.entries(publicEvents)) {
		const shown = shownFor(event).filter(({ type }) => type !== 'notice');
		const names = shown.flatMap(({ name, type, options: inside = [] }) =>
			type === 'collection' ? inside.map((option) => `${name}.${option.name}`) : [name],
		);
		expect([event, ...names.sort()]).toEqual([
			event,
			...[...fields, ...options.map((name) => `options.${name}`)].sort(),
		]);
	}
});

test('a new trigger waits for leads that are created or updated', () => {
	expect(events.filter(({ isDefault }) => isDefault)).toEqual([table.leadCreatedOrUpdated]);
	expect(description.properties.find(({ name }) => name === 'event')?.default).toBe(
		'leadCreatedOrUpdated',
	);
});

test('is a polling trigger with its own properties, and not a tool', () => {
	expect(description).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
	expect(description).not.toHaveProperty('usableAsTool');
	expect(new AgentSuiteTrigger().description.properties).not.toBe(description.properties);
});

test.each(events)('$event says what polling costs, by how often it polls', ({ event, list }) => {
	const { tokens } = list.operation;
	const notices = description.properties.filter(({ type }) => type === 'notice');
	const shownAt = (mode: string) =>
		notices.filter((notice) => {
			const values = { event, pollTimes: { item: [{ mode }] } };
			return NodeHelpers.displayParameter(values, notice, { typeVersion: 1 }, description);
		});
	const [often, ...others] = shownAt('everyMinute');
	expect(others).toEqual([]);
	expect(often.displayName).toContain(`${(tokens * 1440).toLocaleString('en-US')} tokens`);
	expect(often.displayName).toContain(`every hour costs ${tokens * 24} tokens`);
	for (const mode of ['everyHour', 'everyX', 'everyDay', 'custom']) {
		const [calm, ...more] = shownAt(mode);
		expect(more).toEqual([]);
		expect(calm.displayName).toMatch(new RegExp(`^Each poll costs ${tokens} tokens?,`));
	}
});

test('each event has a different text', () => {
	for (const key of ['event', 'name', 'description'] as const) {
		expect(new Set(events.map((event) => event[key])).size).toBe(events.length);
	}
	for (const { emptyMessage, description: text } of events) {
		expect(emptyMessage).toMatch(/\.$/);
		expect(text).not.toMatch(/\.$/);
	}
});
