import { Accounts } from '../../../nodes/AgentSuite/transport/accounts';

const hour = 3_600_000;

test('an account is kept until a day after its last request', () => {
	const accounts = new Accounts();
	const one = accounts.of('one', 0);
	expect(accounts.of('other', 0)).not.toBe(one);
	expect(accounts.of('one', 24 * hour)).toBe(one);
	expect(accounts.of('one', 48 * hour)).toBe(one);
	expect(accounts.of('one', 73 * hour)).not.toBe(one);
});

test('many others do not make a process forget an account', () => {
	const accounts = new Accounts();
	const one = accounts.of('one', 0);
	for (let other = 0; other < 300; other++) accounts.of(`other-${other}`, hour);
	expect(accounts.of('one', hour)).toBe(one);
});
