import type { IContextObject, INode } from 'n8n-workflow';

import { executionBudget } from '../../../../nodes/AgentSuite/transport/run/executionBudget';
import { reserve } from '../../../support/budget';

/** One run of a node, with the object that n8n hands to it. */
const budgetOf = (stored: IContextObject, executionId?: string, node = 'node') =>
	executionBudget({
		getContext: () => stored,
		getExecutionId: () => executionId as string,
		getNode: () => ({ id: node }) as INode,
	});

function spend(stored: IContextObject, executionId?: string, node?: string): number {
	const budget = budgetOf(stored, executionId, node);
	expect(reserve(budget, 5, Infinity)).toBe('reserved');
	budget.settle(5, 5);
	return budget.used;
}

test('all tries and runs of a node in an execution share a budget', () => {
	const stored = {};
	expect([spend(stored, 'tries'), spend(stored, 'tries')]).toEqual([5, 10]);
	expect([spend({}), spend({})]).toEqual([5, 5]);
});

test('they also do if n8n hands a new object to each', () => {
	expect([spend({}, 'objects'), spend({}, 'objects')]).toEqual([5, 10]);
	expect([spend({}, 'objects', 'other'), spend({}, 'others')]).toEqual([5, 5]);
});

test('an execution that waits goes on with what n8n has stored, also in another process', () => {
	const stored: IContextObject = {};
	spend(stored, 'waits');
	expect(JSON.parse(JSON.stringify(stored))).toEqual({
		tokensUsed: { executionId: 'waits', used: 5 },
	});
	const elsewhere = { tokensUsed: { executionId: 'resumed', used: 35 } };
	expect(spend(elsewhere, 'resumed')).toBe(40);
});

test('an execution that n8n retries from the list starts at 0', () => {
	const stored: IContextObject = {};
	spend(stored, 'first');
	expect(spend(structuredClone(stored), 'second')).toBe(5);
});

test.each([NaN, 'many', null, undefined, {}, Infinity])(
	'a stored tally of %j does not turn the limit off',
	(used) => {
		const stored = {
			tokensUsed: { executionId: `stored ${String(used)}`, used },
		} as IContextObject;
		const budget = budgetOf(stored, `stored ${String(used)}`);
		expect(budget.used).toBe(0);
		expect(reserve(budget, 5, 4)).toBe('exceeded');
	},
);

test('nor do a tally of null or of a text', () => {
	for (const tokensUsed of [null, 'text', 5]) {
		expect(spend({ tokensUsed } as IContextObject, `odd ${String(tokensUsed)}`)).toBe(5);
	}
});
