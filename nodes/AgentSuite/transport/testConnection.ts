import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { connectionOf } from './connection';
import type { Failure } from './errors/failure';
import { httpFailure, type HttpResponse } from './errors/httpError';
import { prepare } from './request';
import { lossOf, lostFailure } from './errors/transportError';
import { receive, ResponseTooLarge, type StreamedResponse } from './receive';

/** Maximum time of the test, ms. A user is waiting for it. */
const TIMEOUT_MS = 20_000;

/** Sends the request with n8n's legacy helper, the only one available in a credential test. */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	url: string,
	accessToken: string,
	operation: Operation,
): Promise<HttpResponse | Failure> {
	const expired = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const sending = helpers.request({
			method: 'GET',
			uri: url,
			headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
			timeout: TIMEOUT_MS,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		}) as Promise<StreamedResponse>;
		return await receive(sending, expired);
	} catch (error) {
		const name = error instanceof ResponseTooLarge ? 'tooLarge' : lossOf(error);
		const request = { operation, url, timeoutMs: TIMEOUT_MS };
		return lostFailure(expired.aborted ? 'timeout' : name, request);
	}
}

/**
 * A test of a credential with one request, which uses the same messages as the nodes.
 * n8n's own credential test would show codes such as ECONNREFUSED instead.
 * @param operation the cheapest read without parameters
 */
export const connectionTest = (operation: Operation) =>
	async function (
		this: ICredentialTestFunctions,
		{ data }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		try {
			const { baseUrl, accessToken } = connectionOf(data ?? {});
			const { url } = prepare(operation, baseUrl, operation.request({}, {}));
			const response = await ask(this, url, accessToken, operation);
			if ('problem' in response) throw response.problem;
			if (response.status < 200 || response.status > 299) {
				throw httpFailure(operation, response, [accessToken]).problem;
			}
			operation.records(response.body);
			return { status: 'OK', message: 'Connection tested successfully' };
		} catch (error) {
			const { message, description = '' } = error as Partial<Problem>;
			return { status: 'Error', message: [`${message}.`, description].filter(Boolean).join(' ') };
		}
	};
