import type { ICredentialTestFunctions } from 'n8n-workflow';

import { billingGetTokenBalance as operation } from '../../../nodes/AgentSuite/resources/operations';
import { Accounts } from '../../../nodes/AgentSuite/transport/account/accounts';
import { steadyClock } from '../../../nodes/AgentSuite/transport/clock';
import { connectionTest } from '../../../nodes/AgentSuite/transport/testConnection';
import { Turn } from '../../../nodes/AgentSuite/transport/rateLimiter/types';
import { pause } from '../../support/limiter';
import { requestOf } from '../../support/requests';

const { connection } = requestOf();

/** A test of the credential, which gets what `respond` returns. */
async function testedWith(respond: () => object, accounts = new Accounts()) {
	const { accessToken, baseUrl } = connection;
	const request = async () => await Promise.resolve(respond());
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '', name: '', type: '', data: { accessToken, baseUrl } };
	return await connectionTest(operation, accounts).call(context, credential);
}

test.each([429, 503])('after a %i, it names no option, because it has none', async (statusCode) => {
	const headers = { 'retry-after': '60' };
	const { message } = await testedWith(() => ({ statusCode, headers, body: '' }));
	expect(message).toContain('The service asks you to wait 60 s. ');
});

test('a success counts for a while, and ends a pause', async () => {
	const accounts = new Accounts();
	let sent = 0;
	const test = async () =>
		await testedWith(() => {
			sent++;
			return { statusCode: 200, body: operation.response.documented };
		}, accounts);

	expect(await test()).toMatchObject({ status: 'OK' });
	expect(await test()).toMatchObject({ status: 'OK' });
	expect(sent).toBe(1);
	// The limiter of ordinary requests.
	const now = steadyClock.now();
	const account = accounts.of(connection.accountKey, now);
	pause(account.limiterOf(connection.limits), 'outage', 3_600_000, now);
	// As after every response that asks for a pause.
	account.credentialTest.doubt();
	expect(await test()).toMatchObject({ status: 'OK' });
	expect(sent).toBe(2);
	expect(account.limiterOf(connection.limits).ask(new Turn(), now)).toBeUndefined();
});

test('a failed test ends what an earlier one has passed meanwhile', async () => {
	const accounts = new Accounts();
	const { credentialTest } = accounts.of(connection.accountKey, steadyClock.now());
	await testedWith(() => {
		// Another one, sent later.
		credentialTest.pass(credentialTest.begin(), steadyClock.now());
		return { statusCode: 401, headers: {}, body: '' };
	}, accounts);
	expect(credentialTest.isPassed(steadyClock.now())).toBe(false);
});

test('a success ends a pause, whatever else fails meanwhile', async () => {
	const accounts = new Accounts();
	const began = steadyClock.now();
	const account = accounts.of(connection.accountKey, began);
	pause(account.limiterOf(connection.limits), 'outage', 3_600_000, began);
	await testedWith(() => {
		// A request from before the pause that times out.
		account.credentialTest.doubt();
		return { statusCode: 200, body: operation.response.documented };
	}, accounts);
	expect(account.limiterOf(connection.limits).ask(new Turn(), steadyClock.now())).toBeUndefined();
	expect(account.credentialTest.isPassed(steadyClock.now())).toBe(false);
});
