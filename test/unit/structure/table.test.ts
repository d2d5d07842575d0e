import { NodeHelpers } from 'n8n-workflow';

import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import { fieldsOfOperation } from '../../../nodes/AgentSuite/fields/operationFields';
import * as events from '../../../nodes/AgentSuite/resources/events';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { operations as inContract } from '../../../sandbox/contract';
import { lostNames, publicNames } from '../../../scripts/docs/publicNames';

const operations = Object.values(table);
const { description: node } = new AgentSuite();

describe('the table', () => {
	test.each(operations)('$id has what its responses in sandbox/openapi.yaml ask for', (entry) => {
		const inYaml = inContract.find(({ operationId }) => operationId === entry.id);
		expect(entry.advice[404] !== undefined).toBe(inYaml?.statuses.includes(404));
	});

	test('has the operation that is selected at first in each resource', () => {
		for (const { resource } of operations) {
			const ofResource = operations.filter((entry) => entry.resource === resource);
			expect(ofResource.map(({ value }) => value)).toContain(resource.preselected);
		}
	});

	test('keeps every name of the last release, see docs/maintainers/release.md', () => {
		expect(lostNames()).toEqual([]);
	});

	test('a released name that is gone is found', () => {
		const now = publicNames();
		expect(now['lead.get']).toEqual(expect.arrayContaining(['leadId', 'options.maxWait']));
		const without = { ...now, 'lead.get': now['lead.get'].filter((name) => name !== 'leadId') };
		expect(lostNames(now, without)).toEqual(['lead.get: leadId']);
		expect(lostNames(without, now)).toEqual([]);
	});
});

describe('the node', () => {
	test('shows exactly the fields of the chosen operation, with values for all of them', () => {
		for (const entry of operations) {
			const fields = fieldsOfOperation(entry);
			const values = NodeHelpers.getNodeParameters(
				node.properties,
				{ resource: entry.resource.value, operation: entry.value },
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
				[
					'resource',
					'operation',
					'options',
					...(entry.notice ? ['notice'] : []),
					...expected,
				].sort(),
			);
		}
	});

	test('has its own properties, because n8n changes them in place', () => {
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

test('a list with unique identities compares them as an alternate key, so that an edit makes no new record', () => {
	const unique = Object.values(events).filter(({ list }) => list.hasUniqueIdentity);
	expect(unique).not.toEqual([]);
	for (const { list } of unique) {
		const record = list.operation.response.documented;
		const key = list.parts.find((part) => part.text?.(record) === list.identity(record));
		expect([list.name, key?.isAlternateKey]).toEqual([list.name, true]);
	}
});
