import { dayBudget } from '../../../../nodes/AgentSuite/transport/pacing/dayBudget';

const noon = Date.UTC(2026, 2, 1, 12);
const midnight = Date.UTC(2026, 2, 2);
let account: string;
let counter = 0;

// The state lasts as long as the process, so each test has its own account.
beforeEach(() => {
	account = `account-${counter++}`;
});

/** Spends tokens and returns the total of today, or "exceeded" if the limit does not allow it. */
function spend(tokens: number, limit: number, now = noon) {
	const result = dayBudget(account, now).reserve(tokens, limit);
	if (result !== 'reserved') return result;
	const budget = dayBudget(account, now);
	budget.settle(tokens, tokens);
	return budget.used;
}

test('a limit that is set later includes earlier requests', () => {
	spend(50, 0);
	expect(spend(5, 54)).toBe('exceeded');
	expect(spend(5, 55)).toBe(55);
});

test('it resets at midnight UTC, and a request across midnight counts for the new day', () => {
	expect(spend(10, 10)).toBe(10);
	expect(spend(1, 10, midnight - 1)).toBe('exceeded');
	expect(spend(10, 10, midnight)).toBe(10);
	account += '-across';
	expect(dayBudget(account, midnight - 1).reserve(5, 10)).toBe('reserved');
	const next = dayBudget(account, midnight + 1);
	next.settle(5, 5);
	expect(next.used).toBe(5);
	expect(spend(5, 10, midnight + 2)).toBe(10);
});

test('a clock that is set back over midnight and forward again gives no second budget', () => {
	expect(spend(10, 10, midnight - 1)).toBe(10);
	expect(spend(4, 10, midnight + 1)).toBe(4);
	expect(spend(1, 10, midnight - 3_600_000)).toBe(5);
	expect(spend(6, 10, midnight + 2)).toBe('exceeded');
	expect(spend(5, 10, midnight + 2)).toBe(10);
});

test('a clock that was days ahead does not block the budget', () => {
	expect(spend(10, 10, noon + 5 * 86_400_000)).toBe(10);
	expect(spend(10, 10, noon)).toBe(10);
});

test('accounts have separate budgets, and none is forgotten on the same day', () => {
	const first = account;
	spend(10, 10);
	for (let other = 0; other < 300; other++) {
		account = `${first}-other-${other}`;
		expect(spend(10, 10)).toBe(10);
	}
	account = first;
	expect(spend(1, 10)).toBe('exceeded');
});

test('what is reserved is not forgotten with the day', () => {
	dayBudget(account, noon).reserve(5, 10);
	const first = account;
	account += '-other';
	spend(1, 0, noon + 3 * 86_400_000);
	account = first;
	expect(dayBudget(account, noon + 3 * 86_400_000).reserve(6, 10)).toBe('dependsOnThoseInProgress');
});
