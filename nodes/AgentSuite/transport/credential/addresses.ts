/** Which addresses can get the token. */

import type { IHttpRequestOptions } from 'n8n-workflow';

import { Problem } from '../../model/problem';

/**
 * Whether a path has dots that climb out of it if a server decodes the slashes beside them, or takes what follows a semicolon
 * for a parameter: `/v1/..%2fadmin`, `/v1/..;/admin`. A URL has already resolved plain ones, and `%2e%2e`. It is decoded once, as servers
 * do: `/%252e%252e` is how an ID `%2e%2e` is sent, and has to arrive.
 */
export const isClimbing = (path: string): boolean =>
	/(?:\/|%2f|%5c)(?:\.|%2e){2}(?:$|[/;]|%2f|%5c|%3b)/i.test(path);

/**
 * For the request of any node: n8n's HTTP Request node can use the credential too.
 * @throws {Problem} for any address that is not below the base URL, because it must not get the token
 */
export function checkAddresses(baseUrl: URL, request: IHttpRequestOptions): void {
	// The HTTP Request node uses n8n's legacy helper, which has the address in `uri`.
	const { url, uri, baseURL } = request as IHttpRequestOptions & { uri?: string };
	// Helpers differ in which of them they prefer, so none of them can lead elsewhere.
	const addresses = [url, uri, baseURL].flatMap((address) => address || []);
	// Without one, n8n could send it anywhere, so an empty address is refused.
	for (const address of addresses.length > 0 ? addresses : ['']) checkAddress(baseUrl, address);
}

function checkAddress({ origin, host, pathname }: URL, address: string): void {
	const root = pathname.replace(/\/+$/, '');
	const target = URL.canParse(address) ? new URL(address) : undefined;
	const isBelow = target?.origin === origin && `${target.pathname}/`.startsWith(`${root}/`);
	if (isBelow && !isClimbing(target.pathname)) return;
	throw new Problem({
		kind: 'input',
		message: `The Agent Suite credential does not allow requests to ${target?.host ?? 'this address'}`,
		description: `Enter an address below ${host}${root}, which is the base URL of the credential. Nothing was sent.`,
	});
}
