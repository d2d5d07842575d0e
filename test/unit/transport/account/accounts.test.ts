import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { Accounts } from '../../../../nodes/AgentSuite/transport/account/accounts';
import { Turn } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import { NO_LIMITS, pause } from '../../../support/limiter';

const hour = 3_600_000;

test('an account is kept until a day after its last request', () => {
	const accounts = new Accounts();
	const one = accounts.of('one', 0);
	expect(accounts.of('other', 0)).not.toBe(one);
	expect(accounts.of('one', 24 * hour)).toBe(one);
	expect(accounts.of('one', 48 * hour)).toBe(one);
	expect(accounts.of('one', 73 * hour)).not.toBe(one);
});

test('credentials with the same limits share a count, and one with a lower limit waits for none with others', () => {
	const account = new Accounts().of('one', 0);
	const busy = account.limiterOf({ ...NO_LIMITS, minute: 2 });
	expect(account.limiterOf({ ...NO_LIMITS, minute: 2 })).toBe(busy);
	for (let sent = 0; sent < 2; sent++) busy.ask(new Turn(), 0);
	expect(busy.ask(new Turn(), 0)).toMatchObject({ reason: 'minute' });
	expect(account.limiterOf({ ...NO_LIMITS, minute: 1 }).ask(new Turn(), 0)).toBeUndefined();
});

test('a pause holds up all credentials with the token, until a test of the credential ends it', () => {
	const account = new Accounts().of('one', 0);
	const [one, other] = [1, 2].map((minute) => account.limiterOf({ ...NO_LIMITS, minute }));
	pause(one, 'outage', hour, 0);
	expect(other.ask(new Turn(), 0)).toEqual({ reason: 'outage', ms: hour });
	account.pauses.endAll();
	for (const limiter of [one, other]) expect(limiter.ask(new Turn(), 0)).toBeUndefined();
});

test('many others do not make a process forget an account', () => {
	const accounts = new Accounts();
	const one = accounts.of('one', 0);
	for (let other = 0; other < 300; other++) accounts.of(`other-${other}`, hour);
	expect(accounts.of('one', hour)).toBe(one);
});

test('an account whose request was answered long after it began is kept until a day after the answer', () => {
	const accounts = new Accounts();
	const one = accounts.of('one', 0);
	one.noteUse(hour);
	expect(accounts.of('one', 25 * hour)).toBe(one);
	one.noteUse(26 * hour);
	accounts.of('other', 50 * hour);
	expect(accounts.of('one', 50 * hour)).toBe(one);
});

test.each([
	['stopped', true],
	['connection', false],
] as const)(
	'after a request without a response (%s), a passed test of the credential counts: %j',
	(kind, counts) => {
		const account = new Accounts().of('one', 0);
		account.credentialTest.pass(account.credentialTest.begin(), 0);
		const problem = new Problem({ kind, message: 'No response' });
		account.noteOutcome({ fate: 'unclear', problem }, 1);
		expect(account.credentialTest.isPassed(2)).toBe(counts);
	},
);
