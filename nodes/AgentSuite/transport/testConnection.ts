import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { connectionOf } from './connection';
import { httpProblem, type HttpResponse } from './errors/httpError';
import { prepare } from './request';
import { readTransportError, type TransportError } from './errors/transportError';

/** Maximum time of the test, ms. A user is waiting for it. */
const TIMEOUT_MS = 20_000;

/** The response of n8n's legacy helper, the only one available in a credential test. */
interface LegacyResponse {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

async function ask(
	{ helpers }: ICredentialTestFunctions,
	url: string,
	accessToken: string,
): Promise<HttpResponse | TransportError> {
	try {
		const { statusCode, headers, body } = (await helpers.request({
			method: 'GET',
			uri: url,
			headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
			json: true,
			timeout: TIMEOUT_MS,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as LegacyResponse;
		return { status: statusCode, headers: headers ?? {}, body };
	} catch (error) {
		return readTransportError(error, url, TIMEOUT_MS);
	}
}

/**
 * Tests a credential with one request and uses the same messages as the nodes.
 * n8n's own credential test would show codes such as ECONNREFUSED instead.
 * @param operation the cheapest read without parameters
 */
export async function testConnection(
	context: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
	operation: Operation,
): Promise<INodeCredentialTestResult> {
	try {
		const { baseUrl, accessToken } = connectionOf(data ?? {});
		const { url } = prepare(operation, baseUrl, operation.request({}));
		const response = await ask(context, url, accessToken);
		if ('problem' in response) throw response.problem;
		if (response.status < 200 || response.status > 299) {
			throw httpProblem(operation, response, [accessToken]);
		}
		operation.records(response.body);
		return { status: 'OK', message: 'Connection tested successfully' };
	} catch (error) {
		const { message, description = '' } = error as Partial<Problem>;
		return { status: 'Error', message: [`${message}.`, description].filter(Boolean).join(' ') };
	}
}
