import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { sentence } from '../texts/words';
import { processAccounts } from './account/accounts';
import { authorizationOf, connectionOf } from './credential/connection';
import { toldAttempt } from './errors/told';
import { asProblem } from './secrecy/unexpected';
import { exchange } from './exchange';
import { steadyClock } from './clock';
import type { StreamedResponse } from './receive/receive';
import { headersOf, plainRequest } from './request';
import type { Quotable } from './secrecy/rules';

/** Maximum time of the test, ms. A user is waiting for it. */
const TIMEOUT_MS = 20_000;

const succeeded = () => ({ status: 'OK' as const, message: 'Connection tested successfully' });

const cannotTest = () =>
	new Problem({
		kind: 'input',
		message: 'This version of n8n does not let the package test the credential',
		description: "Save it, and run 'Get Token Balance' in a workflow instead.",
	});

/**
 * A test of a credential with one request, which uses the same messages as the nodes. Neither the rate limiter nor the budget
 * of the day counts it. A success ends a pause of the account, but only in its own process: the workers of queue mode keep theirs.
 *
 * n8n's declarative test would show codes such as ECONNREFUSED instead, and take a website with status 200 for the API.
 * @param operation the cheapest read without parameters
 */
export const connectionTest = (operation: Operation, accounts = processAccounts) =>
	async function (
		this: ICredentialTestFunctions,
		{ data }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const quotable: Quotable = {
			operation,
			connection: { accessToken: String(data?.accessToken ?? '') },
		};
		try {
			// The only helper that n8n gives to a credential test. Its linter refuses `this.helpers.request`, because in
			// nodes there is a newer one, so the helper is taken out of `this`.
			const { request: sendRequest } = this.helpers;
			if (typeof sendRequest !== 'function') throw cannotTest();
			const connection = connectionOf(data ?? {});
			// Without what was pasted around it.
			quotable.connection = connection;
			const now = steadyClock.now();
			const account = accounts.of(connection.accountKey, now);
			const { credentialTest } = account;
			if (credentialTest.isPassed(now)) return succeeded();
			const test = credentialTest.begin();
			// It waits for nothing, so it needs no run.
			const bounds = { timeoutMs: TIMEOUT_MS, maxWaitMs: 0 };
			const request = plainRequest(operation, connection, bounds);
			const sending = async () =>
				(await sendRequest({
					method: operation.method,
					uri: request.url,
					headers: { ...headersOf(), ...authorizationOf(connection.accessToken) },
					timeout: TIMEOUT_MS,
					followRedirect: false,
					simple: false,
					resolveWithFullResponse: true,
					useStream: true,
				})) as StreamedResponse;
			const outcome = await exchange(sending, request);
			account.noteOutcome(outcome, steadyClock.now());
			if (outcome.problem) throw toldAttempt(outcome, { request, outcomes: [outcome] });
			credentialTest.pass(test, steadyClock.now());
			// The way out of a pause that the service asked for by mistake. Also if something else has failed meanwhile: it would ask again.
			account.pauses.endAll();
			return succeeded();
		} catch (error) {
			const problem = asProblem(error, quotable);
			return { status: 'Error', message: `${sentence(problem.line)} ${problem.description}` };
		}
	};
