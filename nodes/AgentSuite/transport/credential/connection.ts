import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { checkDomains, cleanBaseUrl } from './baseUrl';
import { credentialProblem, pasted } from './credentialValue';
import { FIELDS, type Entered, RATE_LIMITS } from './fields';
import type { Limits } from '../rateLimiter/types';

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
	// An expression that finds nothing, for example a variable that was removed, must not turn the limit of tokens off. Its default is
	// off, so it only counts if n8n gives no value at all. Otherwise, the limit is rejected.
	const entered: Entered = { tokensPerDay: FIELDS.tokensPerDay.default, ...credential };
	const url = cleanBaseUrl(entered.baseUrl);
	if (credential.allowedHttpRequestDomains === 'domains')
		checkDomains(url, credential.allowedDomains);
	const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	const accessToken = cleanToken(entered.accessToken);
	const isCustom = isOn(entered.customLimits);
	const limit = (name: keyof typeof RATE_LIMITS) => {
		const { displayName, default: preset } = RATE_LIMITS[name];
		// One that is missing must not turn a rate limit off either, so its default counts.
		return isCustom ? checkLimit(entered[name] ?? preset, displayName) : preset;
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
		tokensPerDay: checkLimit(entered.tokensPerDay, FIELDS.tokensPerDay.displayName),
	};
}

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

/**
 * The header with the token. In lower case, because older versions of n8n otherwise add `Authorization` again on a redirect to another
 * host.
 * @param accessToken as `cleanToken` returns it
 */
export const authorizationOf = (accessToken: string) => ({
	authorization: `Bearer ${accessToken}`,
});

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
