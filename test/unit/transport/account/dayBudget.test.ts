import { DayBudget } from '../../../../nodes/AgentSuite/transport/account/dayBudget';
import { reserve } from '../../../support/budget';

const noon = Date.UTC(2026, 2, 1, 12);
const midnight = Date.UTC(2026, 2, 2);
let day: DayBudget;
beforeEach(() => {
	day = new DayBudget();
});

/** Spends tokens and returns the total of today, or "exceeded" if the limit does not allow it. */
function spend(tokens: number, limit: number, now = noon) {
	const result = reserve(day.today(now), tokens, limit);
	if (result !== 'reserved') return result;
	const budget = day.today(now);
	budget.settle(tokens, tokens);
	return budget.used;
}

test('a limit that is set later includes earlier requests', () => {
	spend(50, Infinity);
	expect(spend(5, 54)).toBe('exceeded');
	expect(spend(5, 55)).toBe(55);
});

test('it resets at midnight UTC', () => {
	expect(spend(10, 10)).toBe(10);
	expect(spend(1, 10, midnight - 1)).toBe('exceeded');
	expect(spend(10, 10, midnight)).toBe(10);
});

test('a clock that is set back over midnight and forward again gives no day a second budget', () => {
	expect(spend(10, 10, midnight - 1)).toBe(10);
	expect(spend(4, 10, midnight + 1)).toBe(4);
	expect(spend(1, 10, midnight - 3_600_000)).toBe('exceeded');
	expect(spend(7, 10, midnight + 2)).toBe('exceeded');
	expect(spend(6, 10, midnight + 2)).toBe(10);
});

test('a clock that was days ahead does not block the budget', () => {
	expect(spend(10, 10, noon + 5 * 86_400_000)).toBe(10);
	expect(spend(10, 10, noon)).toBe(10);
});

test('a clock that jumps days ahead and back gives no day a second budget', () => {
	expect(spend(7, 10, noon)).toBe(7);
	expect(spend(5, 10, noon + 5 * 86_400_000)).toBe(5);
	expect(spend(4, 10, noon)).toBe('exceeded');
	expect(spend(3, 10, noon)).toBe(10);
});
