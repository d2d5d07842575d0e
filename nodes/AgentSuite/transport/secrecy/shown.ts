/** The texts, hosts, and IDs of a response that are shown, by the table in rules.ts, and the path of the request. */

import { saysNothing } from './errorText';
import { isQuoted } from './isQuoted';
import { lineWithoutToken } from './lineWithoutToken';
import { ruleOf, type Quotable } from './rules';

/** What the service says in the body of a response, on one line. Empty if it says nothing that may be shown. */
export const serviceText = (body: unknown, { operation, connection }: Quotable): string =>
	lineWithoutToken(ruleOf(operation).textOf(body), connection.accessToken);

/** The same of a failure. Nothing if its status says that already. */
export function failureText(body: unknown, request: Quotable): string {
	const text = serviceText(body, request);
	return saysNothing(text) ? '' : text;
}

/** The text of an exception that nobody foresaw, on one line. Empty if it may not be shown. */
export const exceptionText = (text: string, { operation, connection }: Quotable): string =>
	ruleOf(operation).exception ? lineWithoutToken(text, connection.accessToken) : '';

/**
 * The other host that a redirect leads to. Undefined for the same one, or if it may not be shown.
 * @param location of its headers. Can be relative
 */
export function redirectOrigin(
	location: unknown,
	{ operation, connection, url }: Quotable & { url: string },
): string | undefined {
	const text = String(location ?? '');
	const target = URL.canParse(text, url) ? new URL(text, url) : undefined;
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	const { origin } = target;
	const isShown =
		ruleOf(operation).redirect && lineWithoutToken(origin, connection.accessToken) === origin;
	return isShown && origin !== new URL(url).origin ? origin : undefined;
}

/** The path of a request. Somebody can have entered the token as an ID. */
export function shownPath({ url, connection }: Quotable & { url: string }): string {
	const { pathname } = new URL(url);
	return isQuoted(connection.accessToken, pathname) ? '(contains the access token)' : pathname;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Headers in which services and their proxies give a request an ID that is in their logs. */
const REQUEST_ID_HEADERS = [
	'x-request-id',
	'x-correlation-id',
	'request-id',
	'x-amzn-requestid',
	'cf-ray',
];

/** The first ID in the headers of a response that may be shown. */
export function shownRequestId(
	headers: Record<string, unknown>,
	request: Quotable,
): string | undefined {
	const ids = REQUEST_ID_HEADERS.map((name) => String(headers[name] ?? ''));
	return ids.find((id) => /^[\x21-\x7e]{1,100}$/.test(id) && mayShowId(id, request));
}

function mayShowId(id: string, { operation, connection, body }: Quotable): boolean {
	if (isQuoted(connection.accessToken, id)) return false;
	if (ruleOf(operation).requestId === 'any') return true;
	const sent = JSON.stringify(body ?? {}).toLowerCase();
	return UUID.test(id) && !sent.includes(id.toLowerCase());
}
