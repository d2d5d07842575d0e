import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import * as table from '../../../nodes/AgentSuite/operations';
import type { Field } from '../../../nodes/AgentSuite/operations/define';
import { operations as inContract } from '../../../sandbox/contract';
import { commonOptions, publicOperations } from './contract';

const operations = Object.values(table);
const { description: node } = new AgentSuite();
const nameOf = ({ resource, operation }: { resource: string; operation: string }) =>
	`${resource}.${operation}`;

/** Names of fields, those in collections as `collection.name`. */
const namesOf = (fields: readonly Field[]): string[] =>
	fields.flatMap(({ type, name, options }) =>
		type === 'collection' ? (options ?? []).map((option) => `${name}.${option.name}`) : [name],
	);

/** The fields that the node shows for an operation. */
const shownFor = ({ resource, operation }: { resource: string; operation: string }) =>
	node.properties.filter(({ displayOptions }) => {
		const show = displayOptions?.show;
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

describe('the table', () => {
	test('has each operation once', () => {
		const names = operations.map(nameOf);
		expect(new Set(names).size).toBe(names.length);
		// More may come; none of these may go or change its name.
		expect(names).toEqual(expect.arrayContaining(publicOperations.map(nameOf)));
	});

	test('has the operations, paths and costs of the interface', () => {
		const ours = operations.map(({ method, path, tokens, ...operation }) => ({
			operationId: nameOf(operation),
			method,
			path,
			tokens,
		}));
		const theirs = inContract.map(({ operationId, method, path, tokens }) => ({
			operationId,
			method,
			path,
			tokens,
		}));
		const byId = (a: { operationId: string }, b: { operationId: string }) =>
			a.operationId.localeCompare(b.operationId);
		expect(ours.sort(byId)).toEqual(theirs.sort(byId));
	});

	test.each(publicOperations)('$resource $operation keeps its public names', (expected) => {
		const operation = operations.find((entry) => nameOf(entry) === nameOf(expected));
		if (!operation) throw new Error('It is not there');
		expect(`${operation.method} ${operation.path}`).toBe(expected.route);
		expect(namesOf(operation.fields).sort()).toEqual([...expected.parameters].sort());
		const options = shownFor(operation).find(({ name }) => name === 'options');
		expect((options?.options ?? []).map(({ name }) => name).sort()).toEqual(
			[...commonOptions, ...(expected.options ?? [])].sort(),
		);
	});

	test('says of every operation whether it may be sent twice', () => {
		const once = operations.filter(({ idempotent }) => !idempotent).map(nameOf);
		expect(once).toEqual(['seoPlatform.create']);
	});

	test.each(operations.filter(({ records }) => gives(records)))(
		'$resource $operation, which gives a list, has Return All and Limit as n8n wants them',
		({ fields }) => {
			const byName = Object.fromEntries(fields.map((field) => [field.name, field]));
			expect(byName.returnAll).toMatchObject({
				displayName: 'Return All',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			});
			expect(byName.limit).toMatchObject({
				displayName: 'Limit',
				type: 'number',
				default: 50,
				description: 'Max number of results to return',
				typeOptions: { minValue: 1 },
				displayOptions: { show: { returnAll: [false] } },
			});
		},
	);

	test('five operations give lists', () => {
		expect(operations.filter(({ records }) => gives(records))).toHaveLength(5);
	});
});

/** Whether an operation gives a list: it takes an empty one. */
function gives(records: (answer: unknown) => unknown): boolean {
	const empty = [[], { leads: [] }, { users: [] }];
	return empty.some((answer) => {
		try {
			return Array.isArray(records(answer)) && (records(answer) as unknown[]).length === 0;
		} catch {
			return false;
		}
	});
}

/** Every property, with those in collections, and every option of every menu. */
function everything(properties: INodeProperties[]): {
	fields: INodeProperties[];
	options: INodePropertyOptions[];
	lists: Array<{ owner: string; names: string[] }>;
} {
	const fields: INodeProperties[] = [];
	const options: INodePropertyOptions[] = [];
	const lists: Array<{ owner: string; names: string[] }> = [];
	const visit = (property: INodeProperties) => {
		fields.push(property);
		const inside = property.options ?? [];
		const named = inside.map((option) =>
			'displayName' in option ? option.displayName : option.name,
		);
		if (inside.length > 0) lists.push({ owner: property.displayName, names: named });
		for (const option of inside) {
			if ('type' in option) visit(option);
			else options.push(option as INodePropertyOptions);
		}
	};
	properties.forEach(visit);
	return { fields, options, lists };
}

describe('wording', () => {
	const { fields, options, lists } = everything([
		...node.properties,
		...new AgentSuiteApi().properties,
	]);
	const minor = /^(a|an|the|of|by|for|in|on|or|and|per|to)$/;
	const isTitle = (name: string) =>
		name.split(' ').every((word, at) => (at > 0 && minor.test(word)) || /^[(A-Z0-9]/.test(word));

	test('names are in title case', () => {
		expect(isTitle('Get by SEO Job') && isTitle('Timeout (Seconds)')).toBe(true);
		expect(isTitle('Get many') || isTitle('get Many')).toBe(false);
		const names = [
			...fields.map(({ displayName }) => displayName),
			...options.map(({ name }) => name),
		];
		expect(names.length).toBeGreaterThan(60);
		expect(names.filter((name) => !isTitle(name))).toEqual([]);
	});

	test('a description of one sentence has no period at its end, one of several has', () => {
		const descriptions = [...fields, ...options].map(({ description }) => description ?? '');
		const wrong = descriptions.filter((text) => {
			const sentences = text.split(/[.?!] (?=[A-Z])/).length;
			return text !== '' && text.endsWith('.') !== sentences > 1;
		});
		expect([...new Set(wrong)]).toEqual([]);
		expect(descriptions.filter((text) => text !== text.trim() || /^[a-z]/.test(text))).toEqual([]);
	});

	test('booleans say "Whether"', () => {
		const booleans = fields.filter(({ type }) => type === 'boolean');
		expect(booleans.length).toBeGreaterThan(10);
		expect(booleans.filter(({ description }) => !description?.startsWith('Whether '))).toEqual([]);
	});

	test('hints are short', () => {
		const hints = fields.flatMap(({ hint }) => hint ?? []);
		expect(hints.length).toBeGreaterThan(0);
		expect(hints.filter((hint) => hint.length >= 120)).toEqual([]);
	});

	test('lists of five or more are sorted', () => {
		const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));
		const long = lists.filter(({ names }) => names.length >= 5);
		expect(long.length).toBeGreaterThan(3);
		for (const { owner, names } of long)
			expect({ owner, names }).toEqual({ owner, names: sorted(names) });
	});

	test('menus of resources and operations are sorted, however short', () => {
		const menus = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
		expect(menus).toHaveLength(7);
		for (const { options: entries = [], default: value, noDataExpression } of menus) {
			const names = entries.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
			expect(entries.map((entry) => 'value' in entry && entry.value)).toContain(value);
			expect(noDataExpression).toBe(true);
		}
	});

	test('getAll is called "Get Many", and actions explain themselves', () => {
		for (const { operation, name, action, tokens, description } of operations) {
			expect(name === 'Get Many').toBe(operation === 'getAll');
			expect(action).toMatch(/^[A-Z].* .*[^.]$/);
			const price = tokens === 1 ? '(1 token)' : `(${tokens} tokens)`;
			// n8n tells an AI model the action only, so the price stands in it, too.
			const shown = options.find((option) => option.action === `${action} ${price}`);
			expect(shown?.description).toBe(`${description} ${price}`);
		}
		expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
	});

	test('a password field is one that n8n hides', () => {
		const secret = fields.filter(({ displayName }) => /password|token$/i.test(displayName));
		expect(secret.map(({ name }) => name).sort()).toEqual(['accessToken', 'applicationPassword']);
		for (const { typeOptions } of secret) expect(typeOptions?.password).toBe(true);
	});

	test('menu values are ids, not labels', () => {
		expect(options.filter(({ value }) => !/^[a-z][A-Za-z-]*$/.test(String(value)))).toEqual([]);
	});
});

describe('the node', () => {
	test('shows exactly the fields of the chosen operation, with values for all of them', () => {
		for (const { resource, operation, fields } of operations) {
			const values = NodeHelpers.getNodeParameters(
				node.properties,
				{ resource, operation },
				true,
				false,
				null,
				node,
			);
			const hidden = fields.filter(({ displayOptions }) => {
				const [name, shown] = Object.entries(displayOptions?.show ?? {})[0] ?? [];
				return name !== undefined && !(shown as unknown[])?.includes(values?.[name]);
			});
			const expected = fields.filter((field) => !hidden.includes(field)).map(({ name }) => name);
			expect(Object.keys(values ?? {}).sort()).toEqual(
				['resource', 'operation', 'options', ...expected].sort(),
			);
		}
	});

	test('has properties of its own: n8n changes them in place', () => {
		const [first, second] = [new AgentSuite(), new AgentSuite()].map(
			({ description }) => description,
		);
		expect(first.properties).not.toBe(second.properties);
		first.properties.forEach((property, index) => {
			expect(property).not.toBe(second.properties[index]);
			if (property.options) expect(property.options).not.toBe(second.properties[index].options);
		});
	});
});
