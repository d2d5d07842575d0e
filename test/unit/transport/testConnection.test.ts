import type { ICredentialTestFunctions } from 'n8n-workflow';

import { billingGetTokenBalance as operation } from '../../../nodes/AgentSuite/resources/operations';
import { Accounts } from '../../../nodes/AgentSuite/transport/accounts';
import { steadyClock } from '../../../nodes/AgentSuite/transport/pacing/clock';
import { sendSettings } from '../../../nodes/AgentSuite/transport/settings';
import { connectionTest } from '../../../nodes/AgentSuite/transport/testConnection';
import { pause } from '../../support/limiter';
import { requestOf } from '../../support/requests';

test('a success counts for a while, unless the account is paused, and ends the pause', async () => {
	sendSettings.accounts = new Accounts();
	const { connection } = requestOf();
	const { accessToken, baseUrl } = connection;
	let sent = 0;
	const request = async () => {
		sent++;
		return await Promise.resolve({ statusCode: 200, body: operation.response.documented });
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '', name: '', type: '', data: { accessToken, baseUrl } };
	const test = async () => await connectionTest(operation).call(context, credential);

	expect(await test()).toMatchObject({ status: 'OK' });
	expect(await test()).toMatchObject({ status: 'OK' });
	expect(sent).toBe(1);
	// The limiter of ordinary requests.
	const now = steadyClock.now();
	const { limiter } = sendSettings.accounts.of(connection.accountKey, now);
	pause(limiter, 'outage', 3_600_000, now);
	expect(await test()).toMatchObject({ status: 'OK' });
	expect(sent).toBe(2);
	expect(limiter.isPaused(now)).toBe(false);
});
