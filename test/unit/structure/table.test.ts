import { NodeHelpers } from 'n8n-workflow';

import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import * as events from '../../../nodes/AgentSuite/resources/events';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { operations as inContract, validateRecord } from '../../../sandbox/contract';
import { lostNames, publicNames } from '../../../scripts/docs/publicNames';
import { listNames } from '../../support/listNames';

const operations = Object.values(table);
const { description: node } = new AgentSuite();
const nameOf = ({ resource, operation }: { resource: string; operation: string }) =>
	`${resource}.${operation}`;

describe('the table', () => {
	test('has the operations, paths, and costs of the API', () => {
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

	test('says what a 403 means where the API requires a role', () => {
		const refused = operations
			.filter(({ forbiddenHint }) => forbiddenHint !== undefined)
			.map(nameOf);
		const restricted = inContract.filter(({ role }) => role !== undefined);
		expect(refused.sort()).toEqual(restricted.map(({ operationId }) => operationId).sort());
	});

	test.each(operations)('$resource $operation: its sample is a record of the API', (operation) => {
		// The node adds it where a response is only a message.
		const { success, ...record } = operation.sample;
		expect(validateRecord(nameOf(operation), record)).toEqual([]);
		if (success === undefined) {
			expect(validateRecord(nameOf(operation), { ...record, unknown: 1 })).not.toEqual([]);
		}
	});

	test('keeps every public name of operations and events', () => {
		expect(lostNames()).toEqual([]);
		// A name that is gone is found.
		const without = { ...publicNames(), 'lead.get': ['GET /agent/lead/{id}'], leadCreated: [] };
		expect(lostNames(without)).toEqual(expect.arrayContaining(['lead.get: leadId']));
	});

	// HTTP says so of its methods (RFC 9110, 9.2). A POST can be anything.
	test('a GET only reads, and a PUT or DELETE can be repeated', () => {
		for (const { method, effect } of operations) {
			if (method === 'GET') expect(effect).toBe('read');
			if (method === 'PUT' || method === 'DELETE') expect(effect).toBe('update');
		}
	});

	test.each(operations.filter(({ effect }) => effect !== 'read'))(
		'$resource $operation reads its response with writtenRecord or confirmation: one without content is a success',
		({ records }) => {
			expect(records(undefined)).toEqual([{ success: true }]);
		},
	);

	test.each(operations.filter(({ records }) => gives(records)))(
		'$resource $operation, which returns a list, has Return All and Limit as n8n wants them',
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
});

/** Whether an operation returns a list: it accepts an empty one, alone or under a name of the contract. */
function gives(records: (answer: unknown) => unknown): boolean {
	const empty = [[], ...listNames.map((name) => ({ [name]: [] }))];
	return empty.some((answer) => {
		try {
			return Array.isArray(records(answer)) && (records(answer) as unknown[]).length === 0;
		} catch {
			return false;
		}
	});
}

describe('the node', () => {
	test('shows exactly the fields of the chosen operation, with values for all of them', () => {
		for (const { resource, operation, fields, notice } of operations) {
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
			if (notice !== undefined) expected.push('notice');
			expect(Object.keys(values ?? {}).sort()).toEqual(
				['resource', 'operation', 'options', ...expected].sort(),
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
		const record = list.operation.sample;
		const key = list.parts.find((part) => part.text?.(record) === list.identity(record));
		expect([list.name, key?.isAlternateKey]).toEqual([list.name, true]);
	}
});
