import fc from 'fast-check';

import { Budget } from '../../../../nodes/AgentSuite/transport/account/budget';
import { reserve } from '../../../support/budget';

test('a limit is used up exactly, and Infinity is none', () => {
	const budget = new Budget();
	const spend = (tokens: number, limit: number) => {
		const result = reserve(budget, tokens, limit);
		if (result === 'reserved') budget.settle(tokens, tokens);
		return result;
	};
	const spent = [spend(5, 11), spend(5, 11), spend(5, 11), spend(1, 11), spend(1, 11)];
	expect(spent).toEqual(['reserved', 'reserved', 'exceeded', 'reserved', 'exceeded']);
	expect(spend(1000, Infinity)).toBe('reserved');
	expect(budget.used).toBe(1011);
});

test('what was reserved and not used is free again', () => {
	const budget = new Budget();
	const used = [0, 5, 5].map((charged) => {
		expect(reserve(budget, 5, 10)).toBe('reserved');
		budget.settle(5, charged);
		return budget.used;
	});
	expect(used).toEqual([0, 5, 10]);
});

test.each([5, 9])(
	'with a limit of %i, only requests in progress are in the way, until one has settled',
	(limit) => {
		const budget = new Budget();
		reserve(budget, 5, limit);
		expect(reserve(budget, 5, limit)).toBe('dependsOnThoseInProgress');
		budget.settle(5, 0);
		expect(reserve(budget, 5, limit)).toBe('reserved');
		budget.settle(5, 5);
		expect(reserve(budget, 5, limit)).toBe('exceeded');
	},
);

test('what was used elsewhere counts, but never lowers what was used here', () => {
	const budget = new Budget();
	const used = [10, 5, 15].map((elsewhere) => {
		budget.adopt(elsewhere);
		return budget.used;
	});
	expect(used).toEqual([10, 10, 15]);
});

test('whatever is reserved and settled in any order, the limit holds', () => {
	const steps = fc.array(fc.oneof(fc.constantFrom(1, 5), fc.boolean()));
	fc.assert(
		fc.property(steps, fc.integer({ min: 1, max: 20 }), (all, limit) => {
			const budget = new Budget();
			const inProgress: number[] = [];
			for (const step of all) {
				if (typeof step === 'number') {
					if (reserve(budget, step, limit) === 'reserved') inProgress.push(step);
				} else {
					const tokens = inProgress.shift();
					if (tokens !== undefined) budget.settle(tokens, step ? tokens : 0);
				}
				const reserved = inProgress.reduce((sum, tokens) => sum + tokens, 0);
				expect(budget.used + reserved).toBeLessThanOrEqual(limit);
				expect(budget.reserved).toBe(reserved);
			}
		}),
	);
});
