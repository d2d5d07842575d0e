import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { cleanBaseUrl, cleanLimit, cleanSwitch, cleanToken } from './clean';
import { checkDomains } from './domains';
import { credentialProblem } from './problem';
import { FIELDS, type Entered } from './fields';
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
	/** Tokens from midnight to midnight UTC, Infinity for no limit. */
	tokensPerDay: number;
}

const DEFAULTS = Object.fromEntries(
	Object.entries(FIELDS).map(([name, field]) => [name, field.default]),
) as Record<keyof typeof FIELDS, unknown>;

/** What counts while 'Custom Rate Limits' is off, whatever is entered. */
const { requestsPerMinute, requestsPerHour, requestsPerDay } = DEFAULTS;
const DEFAULT_RATES: Entered = { requestsPerMinute, requestsPerHour, requestsPerDay };

/**
 * A field that the credential does not have counts as its default. One that it has is checked as it is: an expression that finds
 * nothing, for example a variable that was removed, must not turn a limit off.
 * @throws {Problem} when the token, the base URL, or a limit cannot be used
 */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const entered: Entered = { ...DEFAULTS, ...credential };
	const { url, accessToken } = cleanTarget(entered);
	if (credential.allowedHttpRequestDomains === 'domains')
		checkDomains(url, credential.allowedDomains);
	const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	const rates = cleanSwitch(entered.customLimits) ? entered : DEFAULT_RATES;
	return {
		baseUrl,
		accessToken,
		credential,
		accountKey: createHash('sha256').update(`${accessToken}\n${baseUrl}`).digest('base64'),
		limits: {
			minute: cleanLimit(rates, 'requestsPerMinute'),
			hour: cleanLimit(rates, 'requestsPerHour'),
			day: cleanLimit(rates, 'requestsPerDay'),
		},
		tokensPerDay: cleanLimit(entered, 'tokensPerDay'),
	};
}

/**
 * The base URL and the token that goes there.
 * @throws {Problem} when one of them cannot be used
 */
export function cleanTarget({ baseUrl, accessToken }: Entered) {
	const target = { url: cleanBaseUrl(baseUrl), accessToken: cleanToken(accessToken) };
	checkForToken(target.url, target.accessToken);
	return target;
}

/** As it was entered, if that can be told. */
function decoded(url: string): string {
	try {
		return decodeURIComponent(url);
	} catch {
		return url;
	}
}

/** A shorter token can be in an address by chance. */
const SHORTEST_TOKEN = 8;

/**
 * Texts show hosts and paths, so a token that was pasted into the wrong field must not get there.
 * @throws {Problem} when the base URL contains the token, in any case
 */
function checkForToken({ href }: URL, accessToken: string): void {
	// A URL escapes some characters of a token, and has others in lower case.
	const texts = [href, decoded(href)].map((text) => text.toLowerCase());
	const isPasted = texts.some((text) => text.includes(accessToken.toLowerCase()));
	if (isPasted && accessToken.length >= SHORTEST_TOKEN)
		throw credentialProblem(
			'The base URL in the credential contains the access token',
			'Enter the address of the API, without the token.',
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
