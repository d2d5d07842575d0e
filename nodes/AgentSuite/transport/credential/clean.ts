/** Makes of what a credential says what can be used, or refuses it. An expression can return anything for each field. */

import { isClimbing } from './addresses';
import { FIELDS, type Entered, type LimitName } from './fields';
import { credentialProblem } from './problem';

/**
 * The token for the header. Users paste tokens with spaces, line breaks, quotation marks, or "Bearer ".
 * @throws {Problem} when it is not valid in a header
 */
export function cleanToken(raw: unknown): string {
	const token = pasted(pasted(raw).replace(/^bearer(?:\s+|$)/i, ''));
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw credentialProblem(
		'The credential has no access token, or one with characters that are not allowed',
		'Paste the access token from the service dashboard, and nothing else.',
	);
}

/** Hosts that are this machine, so that requests do not cross a network. */
const LOOPBACK = /^(\[::1\]|127(\.\d{1,3}){3}|(.*\.)?localhost)$/;

/** "api.example.com:8443/v1", "[::1]:3000", "localhost": a host with a dot, a port, or brackets, or this machine, without a scheme. */
const NO_SCHEME = /^(?:[^\s:/\\?#@]+(?:\.[^\s:/\\?#@]|:\d)|\[[\d.:a-f]+\]|localhost(?![^/?#]))/i;

/** Without a scheme, https is meant, and http for this machine, where servers rarely have a certificate. */
function withScheme(text: string): string {
	if (!NO_SCHEME.test(text)) return text;
	const plain = `http://${text}`;
	const isHere = URL.canParse(plain) && LOOPBACK.test(new URL(plain).hostname);
	return isHere ? plain : `https://${text}`;
}

/** "https://https://api.example.com" is pasted after what was there, and its host would be "https". */
const hasSecondScheme = (url: string): boolean => /^https?$/.test(new URL(url).hostname);

/**
 * Checks the base URL. It can have a path and a trailing slash.
 * @throws {Problem} when it is not a URL, would send the token unencrypted, or has more than a path after the host
 */
export function cleanBaseUrl(raw: unknown): URL {
	const given = withScheme(pasted(raw));
	if (!URL.canParse(given) || !/^https?:/i.test(given) || hasSecondScheme(given)) {
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

/** Whether 'Custom Rate Limits' is on. An expression, such as a variable of n8n, can return it as text. */
export function cleanSwitch(customLimits: unknown): boolean {
	const text = String(customLimits ?? '').trim();
	if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	throw credentialProblem(
		"'Custom Rate Limits' in the credential must be on or off",
		'Switch it on or off, or check the expression.',
	);
}

/** A limit, which an expression can return as text. Infinity for no limit, which users enter as 0, and only so: 0.5 is 1. */
export function cleanLimit(entered: Entered, name: LimitName): number {
	const given = entered[name];
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const count = isNumber ? Number(given) : NaN;
	if (count === 0) return Infinity;
	if (Number.isFinite(count) && count > 0) return Math.max(1, Math.floor(count));
	throw credentialProblem(
		`'${FIELDS[name].displayName}' in the credential must be a number of 0 or more`,
		'Enter a number, or 0 for no limit.',
	);
}

/** A pasted text without the spaces and quotation marks around it. */
export const pasted = (raw: unknown) =>
	String(raw ?? '').replace(/^[\s\p{Pi}\p{Pf}"'`„‚]+|[\s\p{Pi}\p{Pf}"'`]+$/gu, '');
