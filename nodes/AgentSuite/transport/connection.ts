import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** The settings of a credential, read once each time the node runs. */
export interface Connection {
	/** Without a trailing slash. */
	baseUrl: string;
	/** n8n checks every request against it: the host of the base URL, or the domains the credential allows. */
	allowedDomains: string;
	accessToken: string;
	/** Identifies token and base URL in this process: a hash, so that the token is not kept. */
	account: string;
	/** Maximum number of requests of the account, 0 for no limit. */
	limits: { minute: number; hour: number; day: number };
	/** Maximum number of tokens the account spends per day (UTC), 0 for no limit. */
	tokensPerDay: number;
}

function credentialProblem(message: string, description: string): Problem {
	return new Problem({
		kind: 'input',
		message,
		description: `${description} Nothing was sent.`,
		failure: { cause: 'configuration-invalid' },
	});
}

/**
 * The token for the header. Users paste tokens with spaces, line breaks, or "Bearer ".
 * @throws {Problem} when it is empty or contains a character that is not allowed in a header value
 */
export function cleanToken(raw: unknown): string {
	const token = String(raw ?? '')
		.trim()
		.replace(/^bearer\s+/i, '')
		.trim();
	if (token === '' || /^bearer$/i.test(token)) {
		throw credentialProblem(
			'The credential has no access token',
			'Open the credential and paste the access token from the service dashboard.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw credentialProblem(
			'The access token in the credential contains characters that are not allowed',
			'It contains a space, line break, or special character. Copy the token from the dashboard again.',
		);
	}
	return token;
}

/** Whether the host is this machine, so that requests do not cross a network. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === '[::1]' ||
		/^127(\.\d{1,3}){3}$/.test(hostname) ||
		/(^|\.)localhost$/i.test(hostname)
	);
}

/**
 * Checks the base URL. It can have a path and a trailing slash.
 * @throws {Problem} when it is not a URL, would send the token unencrypted, or has more than a path after the host
 */
export function cleanBaseUrl(raw: unknown): URL {
	const given = String(raw ?? '').trim();
	if (given === '') {
		throw credentialProblem(
			'The credential has no base URL',
			'Open the credential and enter the URL of the API, for example https://api.example.com.',
		);
	}
	if (!URL.canParse(given) || !/^https?:/i.test(given)) {
		throw credentialProblem(
			'The base URL in the credential must start with https://',
			'Enter the full URL, for example https://api.example.com.',
		);
	}
	const url = new URL(given);
	// `URL` drops an "@" with nothing before it.
	const hasUser = /^\w+:[\\/]*[^\\/?#]*@/.test(given);
	if (hasUser || url.username !== '' || url.search !== '' || url.hash !== '') {
		throw credentialProblem(
			'The base URL in the credential contains more than a host, port, and path',
			'Remove the user name, password, and everything after "?" or "#".',
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		throw credentialProblem(
			'The base URL in the credential starts with http://, which would send the access token unencrypted',
			'Use https:// instead. http:// is only allowed for localhost.',
		);
	}
	url.pathname = url.pathname.replace(/\/+$/, '');
	return url;
}

/** Checks a limit. Only 0 turns it off. */
function limit(value: unknown, fallback: number, label: string): number {
	const given = value ?? fallback;
	const count = String(given).trim() === '' ? NaN : Number(given);
	if (!Number.isFinite(count) || count < 0) {
		throw credentialProblem(
			`'${label}' in the credential must be a number of 0 or more`,
			'Open the credential and enter a number, or 0 for no limit.',
		);
	}
	return Math.max(Math.floor(count), count > 0 ? 1 : 0);
}

/**
 * Reads the connection from a credential.
 * @throws {Problem} when token or base URL cannot be used
 */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const url = cleanBaseUrl(credential.baseUrl);
	const restricted = credential.allowedHttpRequestDomains === 'domains';
	const allowedDomains = restricted ? String(credential.allowedDomains ?? '').trim() : url.hostname;
	if (allowedDomains === '') {
		throw credentialProblem(
			'The credential is restricted to specific domains, but lists none',
			`Add ${url.hostname} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.`,
		);
	}
	const baseUrl = url.href.replace(/\/+$/, '');
	const accessToken = cleanToken(credential.accessToken);
	return {
		baseUrl,
		allowedDomains,
		accessToken,
		account: createHash('sha256').update(`${accessToken}\n${baseUrl}`).digest('base64'),
		limits: {
			minute: limit(credential.requestsPerMinute, 100, 'Requests per Minute'),
			hour: limit(credential.requestsPerHour, 1000, 'Requests per Hour'),
			day: limit(credential.requestsPerDay, 10_000, 'Requests per Day'),
		},
		tokensPerDay: limit(credential.tokensPerDay, 0, 'Tokens per Day'),
	};
}
