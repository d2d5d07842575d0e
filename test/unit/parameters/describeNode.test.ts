import { NodeHelpers } from 'n8n-workflow';

import { describeNode } from '../../../nodes/AgentSuite/parameters/describeNode';
import { nodeHint } from '../../../nodes/AgentSuite/parameters/builderHint';
import {
	billingGetTokenBalance,
	snippetUpdate,
	leadGet,
	leadGetAll,
} from '../../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';

/** The operation that is selected when its resource is. */
const selected = (operations: Operation[]) =>
	describeNode(operations).find(({ name }) => name === 'operation')?.default;

test('the selected operation of a resource is a read if there is one, and the one of many records', () => {
	const write = { ...snippetUpdate, resource: 'lead', name: 'Add' };
	expect(selected([write, leadGet])).toBe('get');
	expect(selected([write, leadGet, leadGetAll])).toBe('getAll');
	expect(selected([write])).toBe('update');
});

test('Limit is hidden where all results are returned', () => {
	const properties = describeNode([leadGetAll]);
	const limit = properties.find(({ name }) => name === 'limit')!;
	const isShown = (returnAll: boolean) => {
		const values = { resource: 'lead', operation: 'getAll', returnAll };
		return NodeHelpers.displayParameter(values, limit, null, null);
	};
	expect([isShown(false), isShown(true)]).toEqual([true, false]);
});

test('the hint for workflow builders names each cost once', () => {
	const { searchHint } = nodeHint([leadGet, billingGetTokenBalance, leadGetAll]);
	expect(searchHint).toContain('spends 1 or 5 tokens of');
});
