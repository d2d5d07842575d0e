import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import nodeCodex from '../../../nodes/AgentSuite/AgentSuite.node.json';
import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import triggerCodex from '../../../nodes/AgentSuite/AgentSuiteTrigger.node.json';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import * as eventTable from '../../../nodes/AgentSuite/resources/events';
import * as table from '../../../nodes/AgentSuite/resources/operations';

/** The rules of n8n's linter that users notice. It only reads literals, and our menus and fields are generated. */

const operations = Object.values(table);
const { description: node } = new AgentSuite();
const { description: trigger } = new AgentSuiteTrigger();

/** Every property, with those in collections. */
function withInner(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...withInner((property.options ?? []).filter((option) => 'type' in option)),
		...withInner(
			(property.options ?? []).flatMap((option) => ('values' in option ? option.values : [])),
		),
	]);
}

const all = withInner([
	...node.properties,
	...trigger.properties,
	...new AgentSuiteApi().properties,
]);
const fields = all.filter(({ type }) => type !== 'notice');
/** The entries of menus, except those of numbers, whose names are prices. */
const entries = fields
	.flatMap(({ options = [] }) =>
		options.filter((option): option is INodePropertyOptions => 'value' in option),
	)
	.filter(({ value }) => typeof value !== 'number');

test('hints and notices fit into the editor', () => {
	const hints = fields.flatMap(({ hint }) => hint ?? []);
	expect(hints.length).toBeGreaterThan(0);
	expect(hints.filter((hint) => hint.length >= 120 || hint.endsWith('.'))).toEqual([]);
	const notices = all.filter(({ type }) => type === 'notice');
	expect(notices.filter(({ displayName }) => displayName.length >= 125)).toEqual([]);
});

test('menus of resources and operations are sorted, other lists from five entries on', () => {
	const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));
	for (const { name: owner, options = [], default: value, noDataExpression } of fields) {
		const names = options.map((option) =>
			'displayName' in option ? option.displayName : option.name,
		);
		const isMenu = owner === 'resource' || owner === 'operation';
		const isOfNumbers = typeof value === 'number';
		if (isMenu || (names.length >= 5 && !isOfNumbers))
			expect({ owner, names }).toEqual({ owner, names: sorted(names) });
		if (!isMenu) continue;
		expect(noDataExpression).toBe(true);
		const values = options.map((option) => 'value' in option && option.value);
		expect(values).toContain(value);
	}
});

test('getAll is called "Get Many"', () => {
	for (const { name, value } of operations) expect(name === 'Get Many').toBe(value === 'getAll');
});

test('an action is a title in sentence case, without article or price, and no two are the same', () => {
	for (const { action } of operations) {
		expect(action).toMatch(/^[A-Z][a-z]+( \w+)+$/);
		expect(action).not.toMatch(/\b(an?|the|tokens? per)\b/i);
	}
	expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
});

test('n8n hides password fields', () => {
	const secret = fields.filter(({ displayName }) => /password|token$/i.test(displayName));
	expect(secret.map(({ name }) => name).sort()).toEqual(['accessToken', 'applicationPassword']);
	for (const { typeOptions } of secret) expect(typeOptions?.password).toBe(true);
});

test('menu values are ids, not labels', () => {
	expect(entries.filter(({ value }) => !/^[a-z][A-Za-z-]*$/.test(String(value)))).toEqual([]);
});

test('the codex files only have categories that n8n knows', () => {
	const known = ['Sales', 'Marketing & Content', 'Communication', 'Finance & Accounting'];
	const used = [nodeCodex, triggerCodex].flatMap(({ categories }) => categories);
	expect(used.length).toBeGreaterThan(1);
	expect(used.filter((category) => !known.includes(category))).toEqual([]);
});

test('users find both nodes by the words of each resource', () => {
	const missing = (alias: string[], of: Operation[]) =>
		of
			.flatMap(({ resource }) => resource.name.toLowerCase().split(' '))
			.filter((word) => !alias.includes(word));
	const watched = Object.values(eventTable).map(({ list }) => list.operation);
	expect(missing(nodeCodex.alias, operations)).toEqual([]);
	expect(missing(triggerCodex.alias, watched)).toEqual([]);
	expect(missing(['lead'], operations)).toContain('article');
});
