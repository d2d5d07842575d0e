import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import { triggerHint } from '../../../nodes/AgentSuite/description/builderHint';
import {
	activationMessage,
	describeTrigger,
	testEventCost,
} from '../../../nodes/AgentSuite/description/describeTrigger';
import { secretsOptions } from '../../../nodes/AgentSuite/fields/sharedFields';
import { DEFAULT_INTERVAL } from '../../../nodes/AgentSuite/fields/triggerFields';
import * as table from '../../../nodes/AgentSuite/resources/events';

const { description, methods } = new AgentSuiteTrigger();
const events = Object.values(table);

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

/** The fields that n8n shows for this event. */
const fieldsOf = (event: string) =>
	description.properties.filter((field) =>
		NodeHelpers.displayParameter({ event }, field, { typeVersion: 1 }, description),
	);

test.each(events)('$event has its own fields, those of all events, then its options', (event) => {
	const shownFields = fieldsOf(event.event);
	expect(shownFields.map(({ name }) => name)).toEqual([
		'event',
		...event.fields.map(({ name }) => name),
		'minInterval',
		'retryFailedExecutions',
		'options',
	]);
	const [menu] = shownFields;
	expect(menu).toMatchObject({ default: 'leadCreatedOrUpdated', noDataExpression: true });
	const [{ options: reversed }] = describeTrigger([...events].reverse(), events[0]);
	expect(menu.options).toEqual(reversed);
	const options = (shownFields.at(-1)?.options ?? []) as INodeProperties[];
	const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
	const { list, offersExisting, options: others = [] } = event;
	expect(defaults).toEqual({
		...Object.fromEntries(others.map((option) => [option.name, option.default])),
		...(offersExisting && { emitExisting: false }),
		...(secretsOptions(list.operation).length > 0 && { includeSecrets: false }),
		...(!list.alerts && { recordsPerExecution: 'automatic' }),
	});
});

test.each(events)('$event: each interval has the price of its list', ({ event, list }) => {
	const minInterval = fieldsOf(event).find(({ name }) => name === 'minInterval');
	const { tokens } = list.operation;
	const entries = (minInterval?.options ?? []) as INodePropertyOptions[];
	expect(minInterval?.default).toBe(DEFAULT_INTERVAL);
	expect(entries.map(({ value }) => value)).toEqual([5, 15, 60, 360, 1440, 0]);
	const tokensOf = ({ name }: INodePropertyOptions) =>
		Number(/\(about ([\d,]+) tokens a month\)$/.exec(name)?.[1].replace(',', ''));
	const readsAMonth = [8640, 2880, 720, 120, 30];
	expect(entries.slice(0, -1).map(tokensOf)).toEqual(readsAMonth.map((reads) => reads * tokens));
	expect(entries.at(-1)?.name).toBe(
		tokens === 1
			? 'At every poll, set by Poll Times (1 token each)'
			: 'At every poll, set by Poll Times (5 tokens each)',
	);
});

test('the menu says what a read of each event costs', () => {
	const [menu] = description.properties as [INodeProperties];
	for (const { name, list } of events) {
		const entry = menu.options?.find((option) => option.name === name);
		const { tokens } = list.operation;
		const cost = `(${tokens} token${tokens === 1 ? '' : 's'})`;
		expect(entry).toMatchObject({ description: expect.stringContaining(cost) as string });
	}
});

test('what is said after publishing, and to workflow builders, names the events of an alert', () => {
	const { searchHint } = triggerHint(events);
	expect(searchHint).toContain('is on, but balanceLow and platformInvalid return what lasts');
	expect(searchHint).toContain('n8n drops an expression for all of them');
	expect(triggerHint([table.leadCreated]).searchHint).toContain('emitExisting is on. End');
	const related = (...found: TriggerEvent[]) =>
		triggerHint(found).relatedNodes?.map(({ nodeType }) => nodeType);
	expect(related(table.leadCreated, table.leadUpdated, table.balanceLow)).toEqual([
		'n8n-nodes-agent-suite.agentSuite',
		'n8n-nodes-base.dataTable',
	]);
	expect(related(table.balanceLow)).toEqual(['n8n-nodes-agent-suite.agentSuite']);
	expect(description.activationMessage).toMatch(/ for Balance Low and Platform Invalid\.$/);
	expect(activationMessage(events.filter(({ list }) => !list.alerts))).toMatch(
		/ only with 'Emit Existing'\.$/,
	);
});

test('an event says above its output what test events show, and what they invent', () => {
	expect(description.hints).toEqual(
		events.map(({ event, testEventHint }) => ({
			message: testEventHint,
			type: 'info',
			location: 'outputPane',
			whenToDisplay: 'afterExecution',
			displayCondition: `={{ $parameter["event"] === "${event}" }}`,
		})),
	);
});

test('the button for a test event says above it what the test costs', () => {
	expect(description.triggerPanel).toMatchObject({
		header: 'A test event costs one read: 1 token for Balance Low, otherwise 5',
	});
	expect(testEventCost(events.filter(({ list }) => list.operation.tokens === 1))).toBe(
		'A test event costs one read: 1 token',
	);
});
