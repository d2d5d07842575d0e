import { connectionOf } from '../../../../nodes/AgentSuite/transport/connection';
import { reserveDay } from '../../../../nodes/AgentSuite/transport/pacing/dailyBudget';

const noon = Date.UTC(2026, 2, 1, 12);
const midnight = Date.UTC(2026, 2, 2);
let account: string;
let counter = 0;

// The state lasts as long as the process, so each test has its own account.
beforeEach(() => {
	account = `account-${counter++}`;
});

const reserve = (tokens: number, tokensPerDay: number, now: number) =>
	reserveDay(
		connectionOf({
			accessToken: account,
			baseUrl: 'https://api.example.com',
			customLimits: true,
			tokensPerDay,
		}),
		tokens,
		now,
	);

/** Spends tokens and returns the total of today, or "Refused" if the budget does not allow it. */
function spend(
	tokens: number,
	budget: number,
	now = noon,
	charged: 'yes' | 'perhaps' | 'no' = 'yes',
) {
	try {
		const used = reserve(tokens, budget, now)(charged, now);
		return used && Number(/^[\d,]+/.exec(used)?.[0].replace(',', ''));
	} catch {
		return 'refused';
	}
}

test('a budget is used up exactly, and 0 is none', () => {
	expect([spend(5, 11), spend(5, 11), spend(5, 11), spend(1, 11), spend(1, 11)]).toEqual([
		5,
		10,
		'refused',
		11,
		'refused',
	]);
	expect(spend(1000, 0)).toBeUndefined();
	expect(spend(5, 1016)).toBe(1016);
});

test('possible charges count, requests without a charge do not', () => {
	expect([spend(5, 10, noon, 'no'), spend(5, 10, noon, 'perhaps'), spend(5, 10)]).toEqual([
		0, 5, 10,
	]);
	expect(spend(5, 10)).toBe('refused');
});

test('a budget that is set later includes earlier requests', () => {
	spend(50, 0);
	expect(spend(5, 54)).toBe('refused');
	expect(spend(5, 55)).toBe(55);
});

test('it resets at midnight UTC, and a request across midnight counts for the new day', () => {
	expect(spend(10, 10)).toBe(10);
	expect(spend(1, 10, midnight - 1)).toBe('refused');
	expect(spend(10, 10, midnight)).toBe(10);
	account += '-across';
	const settle = reserve(5, 10, midnight - 1);
	expect(settle('yes', midnight + 1)).toBe("5 of 10 'Tokens per Day' used");
	expect(spend(5, 10, midnight + 2)).toBe(10);
});

test('a clock that is set back over midnight and forward again gives no second budget', () => {
	expect(spend(10, 10, midnight - 1)).toBe(10);
	expect(spend(4, 10, midnight + 1)).toBe(4);
	expect(spend(1, 10, midnight - 3_600_000)).toBe(5);
	expect(spend(6, 10, midnight + 2)).toBe('refused');
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
	expect(spend(1, 10)).toBe('refused');
});
