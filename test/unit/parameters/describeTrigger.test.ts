import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import { triggerHint } from '../../../nodes/AgentSuite/parameters/builderHint';
import {
	activationMessage,
	describeTrigger,
} from '../../../nodes/AgentSuite/parameters/describeTrigger';
import * as table from '../../../nodes/AgentSuite/resources/events';

const { description, methods } = new AgentSuiteTrigger();
const events = Object.values(table);

/** The texts of the notices of this name that n8n shows for these parameters. */
function shown(name: string, parameters: object): string[] {
	const values = { minInterval: 15, ...parameters };
	return description.properties
		.filter((property) => property.type === 'notice' && property.name === name)
		.filter((notice) =>
			NodeHelpers.displayParameter(values, notice, { typeVersion: 1 }, description),
		)
		.map(({ displayName }) => displayName);
}

test('is a polling trigger with its own properties, and not a tool', () => {
	expect(description).toMatchObject({
		polling: true,
		group: ['trigger'],
		inputs: [],
		outputs: ['main'],
		subtitle: expect.stringContaining('"leadCreated":"Lead Created"') as string,
		builderHint: triggerHint(events),
		credentials: [{ name: 'agentSuiteApi', required: true, testedBy: 'testConnection' }],
	});
	expect(methods.credentialTest).toHaveProperty('testConnection');
	expect(description).not.toHaveProperty('usableAsTool');
	// n8n changes them in place.
	for (const [at, property] of new AgentSuiteTrigger().description.properties.entries())
		expect(description.properties[at]).not.toBe(property);
});

/** The fields that n8n shows for this event, without notices. */
const fieldsOf = (event: string) =>
	description.properties.filter(
		(field) =>
			field.type !== 'notice' &&
			NodeHelpers.displayParameter({ event }, field, { typeVersion: 1 }, description),
	);

test('a new trigger: the event and what all events share, with their defaults', () => {
	const [menu, retries, minInterval] = fieldsOf('leadCreated');
	expect(menu).toMatchObject({ default: 'leadCreatedOrUpdated', noDataExpression: true });
	const [{ options: reversed }] = describeTrigger([...events].reverse());
	expect(menu.options?.map(({ name }) => name).sort()).toEqual(reversed?.map(({ name }) => name));
	expect(retries).toMatchObject({ name: 'retryFailedExecutions', default: false });
	expect(minInterval).toMatchObject({ default: 15, typeOptions: { minValue: 0 } });
});

test.each(events)('$event has its own fields, then its options', (event) => {
	const [, , , ...own] = fieldsOf(event.event);
	expect(own.map(({ name }) => name)).toEqual([...event.fields.map(({ name }) => name), 'options']);
	const options = (own.at(-1)?.options ?? []) as INodeProperties[];
	const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
	const { list, emitExisting, options: others = [] } = event;
	expect(defaults).toEqual({
		...Object.fromEntries(others.map((option) => [option.name, option.default])),
		...(emitExisting === 'option' && { emitExisting: false }),
		...(list.operation.secrets && { includeSecrets: false }),
		...(!list.alerts && { recordsPerExecution: 'automatic' }),
	});
});

describe.each(events)('the cost notice of $event', ({ event, list }) => {
	const { tokens } = list.operation;
	const format = (reads: number) => (reads * tokens).toLocaleString('en-US');
	/** The one notice at these poll times. */
	const noticeAt = (item: object[], minInterval: unknown = 15): string => {
		const notices = shown('cost', { event, minInterval, pollTimes: { item } });
		expect(notices).toHaveLength(1);
		return notices[0];
	};
	const prices = `${format(8640)} tokens a month at 5 minutes, ${format(2880)} at 15, ${format(720)} at 60`;

	test.each([
		['everyHour', 720],
		['everyDay', 30],
		['everyWeek', 5],
		['everyMonth', 1],
	])('%s: up to about %i reads a month, whatever the minimum interval', (mode, reads) => {
		const unit = reads * tokens === 1 ? 'token' : 'tokens';
		for (const minInterval of [0, 15, 60])
			expect(noticeAt([{ mode }], minInterval)).toBe(
				`Up to about ${format(reads)} ${unit} a month`,
			);
	});

	test('every minute: what 5, 15, and 60 minutes cost', () => {
		for (const minInterval of [15, '={{ 30 }}'])
			expect(noticeAt([{ mode: 'everyMinute' }], minInterval)).toBe(`Up to about ${prices}`);
	});

	test('every X: what an interval costs in minutes or hours, of which the longer one counts', () => {
		const hourPrices = `${format(720)} tokens a month at 1 hour, ${format(360)} at 2, ${format(120)} at 6`;
		for (const minInterval of [0, 15, '={{ 30 }}']) {
			const noticeOf = (item: object) => noticeAt([{ mode: 'everyX', ...item }], minInterval);
			expect(noticeOf({ value: 15, unit: 'minutes' })).toBe(
				`Up to about ${prices}. The longer interval counts.`,
			);
			for (const item of [{ value: 2, unit: 'hours' }, {}])
				expect(noticeOf(item)).toBe(`Up to about ${hourPrices}. The longer interval counts.`);
		}
	});

	test('a custom expression: up to', () => {
		const custom = [{ mode: 'custom', cronExpression: '*/15 8-18 * * 1-5' }];
		for (const minInterval of [15, '={{ 30 }}'])
			expect(noticeAt(custom, minInterval)).toBe(
				`Up to about ${prices}, depending on the expression`,
			);
	});

	test('several poll times: up to, for all together', () => {
		for (const first of ['everyDay', 'everyMinute', 'custom']) {
			const several = [{ mode: first }, { mode: 'everyDay', hour: 18 }];
			for (const minInterval of [0, 15, '={{ 30 }}'])
				expect(noticeAt(several, minInterval)).toMatch(`Up to about ${prices}, for all poll times`);
		}
	});

	test('0 minutes: each poll', () => {
		for (const mode of ['everyMinute', 'custom'])
			expect(noticeAt([{ mode }], 0)).toBe(
				`Each poll costs ${tokens} token${tokens === 1 ? '' : 's'}, ${format(43_200)} a month if it polls every minute`,
			);
	});
});

test('there are no more notices about costs than kinds of poll times, for each cost', () => {
	const costs = new Set(events.map(({ list }) => list.operation.tokens));
	const notices = description.properties.filter(({ name }) => name === 'cost');
	expect(notices).toHaveLength(10 * costs.size);
});

test('a trigger that was just added waits for created and updated leads', () => {
	const [menu] = description.properties;
	expect([menu.name, menu.default]).toEqual(['event', 'leadCreatedOrUpdated']);
});

test('the menu says what a read of each event costs, and what a test event costs', () => {
	const [menu] = description.properties as [INodeProperties];
	for (const { name, list } of events) {
		const entry = menu.options?.find((option) => option.name === name);
		const { tokens } = list.operation;
		const cost = `(${tokens} token${tokens === 1 ? '' : 's'})`;
		expect(entry).toMatchObject({ description: expect.stringContaining(cost) as string });
	}
	expect(menu.hint).toBe(
		'Fetch Test Event returns up to 3 records and costs 5 tokens (Balance Low: 1)',
	);
});

test('the message after publishing names the cost of each event', () => {
	expect(description.activationMessage).toContain(
		'costs 5 tokens (Balance Low: 1). The first poll',
	);
	const [first] = events;
	const { operation } = first.list;
	const changed = {
		...first,
		list: { ...first.list, operation: { ...operation, tokens: 1 as const } },
	};
	expect(activationMessage([changed])).toContain('costs 1 token. The first poll');
});

test('an event says what its test event invents, and no other does', () => {
	const invents = events.filter(({ example }) => example);
	expect(invents.length).toBeGreaterThan(0);
	for (const { event, notice, example } of events) {
		// One notice, so that there is room for the fields.
		const told = shown('notice', { event });
		expect(told).toHaveLength(notice || example ? 1 : 0);
		if (example) expect(told[0]).toContain(example.notice);
		else expect(told.join()).not.toContain('est event');
	}
});

test('Emit Existing is an option of the events for which an existing record can be one', () => {
	const withOption = events.filter(({ emitExisting }) => emitExisting === 'option');
	expect(withOption.map(({ event }) => event).sort()).toEqual([
		'articleCreated',
		'articlePublished',
		'leadCreated',
		'leadCreatedOrUpdated',
	]);
	for (const { event, emitExisting } of events) {
		const options = description.properties.filter(
			({ name, displayOptions }) =>
				name === 'options' && displayOptions?.show?.event?.includes(event),
		);
		const names = options.flatMap((property) => property.options ?? []).map(({ name }) => name);
		expect(names.includes('emitExisting')).toBe(emitExisting === 'option');
	}
});

test('events with a leadKey explain it', () => {
	const withKey = events.filter(({ list }) => list.output?.({ email: 'a@example.com' }, 1).leadKey);
	expect(withKey).toHaveLength(4);
	for (const { event } of events) {
		const told = shown('notice', { event }).filter((text) => text.startsWith('leadKey'));
		expect(told).toHaveLength(withKey.some((entry) => entry.event === event) ? 1 : 0);
	}
});
