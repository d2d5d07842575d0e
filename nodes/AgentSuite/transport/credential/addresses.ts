/** Which addresses can get the token. */

import type { IHttpRequestOptions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { credentialProblem, pasted } from './clean';

/**
 * Whether a path has dots that climb out of it if a server decodes the slashes beside them, or takes what follows a semicolon
 * for a parameter: `/v1/..%2fadmin`, `/v1/..;/admin`. A URL has already resolved plain ones.
 */
const isClimbing = (path: string): boolean =>
	/(?:\/|%2f|%5c)(?:\.|%2e){2}(?:$|[/;]|%2f|%5c|%3b)/i.test(path);

/** Hosts that are this machine, so that requests do not cross a network. */
const LOOPBACK = /^(\[::1\]|127(\.\d{1,3}){3}|(.*\.)?localhost)$/;

/** "api.example.com:8443/v1": a host with a dot or a port, without a scheme. */
const NO_SCHEME = /^[^\s:/\\?#@]+(?:\.[^\s:/\\?#@]|:\d)/;

/** Without a scheme, https is meant, and http for this machine, where servers rarely have a certificate. */
function withScheme(text: string): string {
	if (!NO_SCHEME.test(text)) return text;
	const plain = `http://${text}`;
	const isHere = URL.canParse(plain) && LOOPBACK.test(new URL(plain).hostname);
	return isHere ? plain : `https://${text}`;
}

/**
 * Checks the base URL. It can have a path and a trailing slash.
 * @throws {Problem} when it is not a URL, would send the token unencrypted, or has more than a path after the host
 */
export function cleanBaseUrl(raw: unknown): URL {
	const given = withScheme(pasted(raw));
	if (!URL.canParse(given) || !/^https?:/i.test(given)) {
		throw credentialProblem(
			'The base URL in the credential must start with https://',
			'Enter the full URL of the API, for example https://api.example.com.',
		);
	}
	const url = new URL(given);
	// "api.example.com." is the same host, and shall be the same account.
	url.hostname = url.hostname.replace(/\.$/, '');
	if (url.username + url.password + url.search + url.hash !== '' || isClimbing(url.pathname)) {
		throw credentialProblem(
			'The base URL in the credential can only contain a host, port, and path',
			'Remove the user name, password, "..", and everything after "?" or "#".',
		);
	}
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		throw credentialProblem(
			'The base URL in the credential starts with http://, which would send the access token unencrypted',
			'Use https:// instead. http:// is only allowed for localhost.',
		);
	}
	return url;
}

/**
 * Checks the domains to which n8n's owner has restricted the credential. n8n leaves that to the nodes: neither the helper
 * with authentication nor the one for a credential test compares them. A test notices when n8n does.
 */
export function checkDomains({ hostname, host }: URL, allowed: unknown): void {
	// "api.example.com." is the same host.
	const nameOf = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const name = nameOf(hostname);
	const isAllowed = String(allowed ?? '')
		.split(',')
		.map(nameOf)
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
	if (isAllowed) return;
	throw credentialProblem(
		`The credential does not allow requests to ${host}`,
		`Add ${name} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.`,
	);
}

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
		headline: `The Agent Suite credential does not allow requests to ${target?.host ?? 'this address'}`,
		description: `Enter an address below ${host}${root}, which is the base URL of the credential. Nothing was sent.`,
	});
}
