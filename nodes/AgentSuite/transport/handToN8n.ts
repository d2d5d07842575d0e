import type { IHttpRequestOptions } from 'n8n-workflow';

import type { StreamedResponse } from './receive/receive';
import { headersOf, type Request } from './request';
import type { Run } from './run/run';

/** Hands a request to n8n's HTTP helper, which adds the token. @param end closes its connection */
export async function handToN8n(
	context: Run['context'],
	{ connection, ...request }: Request,
	end: AbortSignal,
): Promise<StreamedResponse> {
	// The helper replaces the signal of a request by the one of the execution, which it takes from its context. That one knows no
	// timeout, so a response that stalls would keep its connection, and what has arrived, until the service closes it.
	const ended = Object.create(context, {
		getExecutionCancelSignal: { value: () => end },
	}) as Run['context'];
	// A copy, because n8n can change it.
	const data = { ...connection.credential };
	return (await context.helpers.httpRequestWithAuthentication.call(
		ended,
		'agentSuiteApi',
		{ ...optionsOf(request), abortSignal: end },
		// Otherwise n8n loads and decrypts the credential for every request.
		{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
	)) as StreamedResponse;
}

/** The request for n8n's helper. It is new each time, because n8n writes the token into it. */
function optionsOf({
	operation,
	url,
	body,
	timeoutMs,
}: Omit<Request, 'connection'>): IHttpRequestOptions {
	return {
		method: operation.method,
		url,
		headers: headersOf(body),
		// As text, because the HTTP client drops fields like "constructor" from an object.
		...(body && { body: JSON.stringify(body) }),
		// Otherwise the HTTP client reads the whole body into memory, however large.
		encoding: 'stream',
		timeout: timeoutMs,
		disableFollowRedirect: true,
		returnFullResponse: true,
		// n8n's own error hides the headers and contains the token.
		ignoreHttpStatusErrors: true,
	};
}
