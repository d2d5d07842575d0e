import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { RATE_LIMITS, TOKENS_PER_DAY } from '../model/limits';
import { Problem } from '../model/problem';
import type { Limits } from './rateLimiter/spans';

export interface Connection {
	/** Without a trailing slash. */
	baseUrl: string;
	accessToken: string;
	/** As n8n gave it, with what n8n itself adds to a credential. */
	credential: ICredentialDataDecryptedObject;
	/** Of the account: a hash of token and base URL, so that the token is not kept. */
	accountKey: string;
	limits: Limits;
	/** Tokens from midnight to midnight UTC, 0 for no limit. */
	tokensPerDay: number;
}

/** @throws {Problem} when the token, the base URL, or a limit cannot be used */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const url = cleanBaseUrl(credential.baseUrl);
	if (credential.allowedHttpRequestDomains === 'domains')
		checkDomains(url, credential.allowedDomains);
	const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	const accessToken = cleanToken(credential.accessToken);
	// An expression that finds nothing, for example a variable that was removed, must not turn it off. Its default is off, so it is
	// rejected instead.
	const tokensPerDay =
		TOKENS_PER_DAY.name in credential ? credential.tokensPerDay : TOKENS_PER_DAY.default;
	const isCustom = isOn(credential.customLimits);
	const limit = (name: keyof typeof RATE_LIMITS) => {
		const { displayName, default: preset } = RATE_LIMITS[name];
		// One that is missing must not turn it off either, so its default counts.
		return isCustom ? checkLimit(credential[name] ?? preset, displayName) : preset;
	};
	return {
		baseUrl,
		accessToken,
		credential,
		accountKey: createHash('sha256').update(`${accessToken}\n${baseUrl}`).digest('base64'),
		limits: {
			minute: limit('requestsPerMinute'),
			hour: limit('requestsPerHour'),
			day: limit('requestsPerDay'),
		},
		tokensPerDay: checkLimit(tokensPerDay, TOKENS_PER_DAY.displayName),
	};
}

/** A pasted text without the spaces and quotation marks around it. */
const pasted = (raw: unknown) =>
	String(raw ?? '').replace(/^[\s\p{Pi}\p{Pf}"'`„‚]+|[\s\p{Pi}\p{Pf}"'`]+$/gu, '');

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

/** "api.example.com:8443/v1": a host with a dot or a port, without a scheme. */
const NO_SCHEME = /^[^\s:/\\?#@]+(?:\.[^\s:/\\?#@]|:\d)/;

/**
 * Whether a path has dots that climb out of it if a server decodes the slashes beside them, or takes what follows a semicolon
 * for a parameter: `/v1/..%2fadmin`, `/v1/..;/admin`. A URL has already resolved plain ones.
 */
const isClimbing = (path: string): boolean =>
	/(?:\/|%2f|%5c)(?:\.|%2e){2}(?:$|[/;]|%2f|%5c|%3b)/i.test(path);

/**
 * Checks the base URL. It can have a path and a trailing slash. Without a scheme, it is https.
 * @throws {Problem} when it is not a URL, would send the token unencrypted, or has more than a path after the host
 */
export function cleanBaseUrl(raw: unknown): URL {
	const text = pasted(raw);
	const given = NO_SCHEME.test(text) ? `https://${text}` : text;
	if (!URL.canParse(given) || !/^https?:/i.test(given)) {
		throw credentialProblem(
			'The base URL in the credential must start with https://',
			'Enter the full URL of the API, for example https://api.example.com.',
		);
	}
	const url = new URL(given);
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
 * For other nodes, such as n8n's HTTP Request node, which can use the credential too.
 * @throws {Problem} for any address that is not below the base URL, because it must not get the token
 */
export function checkAddress({ origin, host, pathname }: URL, address: string): void {
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

/**
 * Checks the domains to which n8n's owner has restricted the credential. n8n leaves that to the nodes: neither the helper
 * with authentication nor the one for a credential test compares them. A test notices when n8n does.
 */
function checkDomains({ hostname, host }: URL, allowed: unknown): void {
	const domains = String(allowed ?? '')
		.split(',')
		.map((domain) => domain.trim().toLowerCase().replace(/\.$/, ''));
	const isAllowed = domains.some((domain) =>
		domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain,
	);
	if (isAllowed) return;
	throw credentialProblem(
		`The credential does not allow requests to ${host}`,
		`Add ${hostname} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.`,
	);
}

/** Whether 'Custom Rate Limits' is on. An expression, such as a variable of n8n, can return it as text. */
function isOn(customLimits: unknown): boolean {
	const text = String(customLimits ?? '').trim();
	if (/^(true|false|)$/i.test(text)) return text.toLowerCase() === 'true';
	throw credentialProblem(
		"'Custom Rate Limits' in the credential must be on or off",
		'Switch it on or off, or check the expression.',
	);
}

/** A limit, which an expression can return as text. Only 0 turns it off, so 0.5 is 1. */
function checkLimit(given: unknown, label: string): number {
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const count = isNumber ? Number(given) : NaN;
	if (Number.isFinite(count) && count >= 0) return count < 1 ? Math.ceil(count) : Math.floor(count);
	throw credentialProblem(
		`'${label}' in the credential must be a number of 0 or more`,
		'Enter a number, or 0 for no limit.',
	);
}

function credentialProblem(message: string, description: string): Problem {
	return new Problem({
		kind: 'input',
		message,
		description: `${description} Nothing was sent.`,
		failure: { cause: 'configuration-invalid' },
	});
}
