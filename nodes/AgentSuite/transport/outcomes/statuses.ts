/** What each status means: what follows from it, in the table `statuses`, and what we say of it. */

import type { Operation } from '../../model/operation';
import type { ProblemText } from '../../model/problem';
import type { Pause } from '../rateLimiter/types';
import type { Policy, Shown } from './outcome';

/** A status that is not a success. */
export interface Status extends Policy {
	/** What its Retry-After asks for. It says nothing with other statuses. */
	pause?: Pause['reason'];
	/** Of a write, in place of `fate`. */
	fateOfWrite?: 'unclear';
	/** Absent if it says to come later, or a proxy mostly says this. */
	shows?: Shown;
	/** Whether it names another address. Its text is often all of that, which can contain a secret of the service, so it is not shown. */
	isRedirect?: true;
	text(given: Given): ProblemText;
}

/** What a text can depend on. */
interface Given extends Pick<Operation, 'advice'> {
	status: number;
	/** Which other host a redirect leads to. Undefined for the same one, or if that is not known, or not shown. */
	origin?: string;
}

type Text = Status['text'];

const contactSupport = "If this keeps happening, contact the service's support team.";
const correct =
	'Correct the values that you chose and call the tool again. If you chose none, tell the user.';

const notAccepted: Text = ({ status, advice }) => ({
	message: `The service rejected the request (HTTP ${status})`,
	description:
		advice[400] ??
		'Check the parameters of this item. The message shows the reason, if the service gave one.',
	forModel: correct,
});

const unavailable: Text = ({ status }) => ({
	message: `The service is currently unavailable (HTTP ${status})`,
	description: contactSupport,
	failure: { cause: 'temporarily-unavailable' },
});

const notProcessed: Text = ({ status }) => ({
	message: `The service could not process the request (HTTP ${status})`,
	description: contactSupport,
	failure: { cause: 'temporarily-unavailable' },
});

const redirects: Text = ({ origin }) => ({
	message: origin ? `The base URL redirects to ${origin}` : 'The base URL redirects',
	description: origin
		? 'If that URL belongs to the service, enter it as the base URL in the credential, with the path of the present one. The node did not follow the redirect, so the token was not sent to the other host.'
		: 'Check the base URL in the credential, with its path. The node did not follow the redirect, so the token was not sent elsewhere.',
	failure: { cause: 'configuration-invalid' },
});

const fromCache: Text = () => ({
	message: 'A cache responded without a record',
	description: 'Check any proxy or cache between your n8n instance and the service.',
	failure: { cause: 'configuration-invalid' },
});

const tokenInvalid: Text = () => ({
	message: 'The access token is missing or invalid',
	description:
		'Generate a token in the service dashboard, and paste it into the credential. A token that was revoked or replaced is invalid.',
	failure: { cause: 'credential-invalid' },
});

const balanceTooLow: Text = () => ({
	message: 'The token balance is too low for this request',
	description: 'Buy tokens or turn on automatic refill in the service dashboard.',
	failure: { cause: 'quota-exhausted' },
});

const notAllowed: Text = ({ advice }) => ({
	message: 'The access token has expired or does not allow this request',
	description: advice[403] ?? 'Generate a new token, and paste it into the credential.',
	failure: { cause: 'credential-invalid' },
});

/** Only that of an operation with a target is about a record. */
const notFound: Text = ({ advice: { 404: advice } }) =>
	advice === undefined
		? {
				message: 'The API was not found at this URL',
				description: 'Check the host and path of the base URL in the credential.',
				failure: { cause: 'configuration-invalid' },
			}
		: {
				message: 'The record was not found',
				description: advice,
				forModel: `If you chose the ID, correct it and call the tool again. Otherwise, tell the user: ${advice}`,
			};

const proxyLogin: Text = () => ({
	message: 'The proxy between your n8n instance and the service requires a login',
	description: 'Check the proxy settings of your n8n instance.',
	failure: { cause: 'configuration-invalid' },
});

const requestTooLarge: Text = () => ({
	message: 'The request is too large for the service',
	description: 'Shorten the texts or the configuration of this item.',
	forModel: correct,
});

/**
 * The test of a credential shows it, and a node if 429s are so slow that they use up Max Wait. Otherwise, it waits, and pacing/reasons.ts
 * says for what.
 */
const tooManyRequests: Text = () => ({
	message: 'Rate limit: the service received too many requests',
	description: 'Send fewer requests, or lower the limits in the credential to those of your plan.',
	failure: { cause: 'rate-limited' },
});

/**
 * Without `retry`, it is not sent again. What it costs follows from `fate` (`chargeOf`). Some are not named by the API
 * documentation. Those that have no row mean what their class does.
 */
export const statuses: Partial<Record<number | `${number}xx`, Status>> = {
	304: { fate: 'rejected', text: fromCache },
	// These ask to send the same request elsewhere, so it has not been processed.
	307: { fate: 'turnedAway', isRedirect: true, text: redirects },
	308: { fate: 'turnedAway', isRedirect: true, text: redirects },
	401: { fate: 'turnedAway', shows: 'rejectsAccount', text: tokenInvalid },
	402: { fate: 'turnedAway', shows: 'rejectsAccount', text: balanceTooLow },
	// It can be about the token, its role, or a single record.
	403: { fate: 'turnedAway', shows: 'works', text: notAllowed },
	404: { fate: 'rejected', shows: 'works', text: notFound },
	// Of a proxy, which has sent nothing to the service.
	407: { fate: 'turnedAway', text: proxyLogin },
	// A proxy has not got the request, or no response, in time.
	408: { fate: 'unclear', retry: 'once', text: unavailable },
	413: { fate: 'rejected', shows: 'works', text: requestTooLarge },
	429: { fate: 'throttled', pause: 'tooManyRequests', text: tooManyRequests },
	// These three would most likely happen again for the same request, and be charged again (501 and 505: RFC 9110, 15.6).
	500: { fate: 'unclear', shows: 'works', text: notProcessed },
	501: { fate: 'unclear', shows: 'works', text: notProcessed },
	505: { fate: 'unclear', shows: 'works', text: notProcessed },
	503: { fate: 'unclear', retry: 'often', pause: 'outage', text: unavailable },
	// A proxy, 524 of Cloudflare, has sent it to the service, and has got no response in time.
	504: { fate: 'unclear', retry: 'once', text: unavailable },
	524: { fate: 'unclear', retry: 'once', text: unavailable },
	// A service that has processed a write can redirect to its result, mostly by 302 or 303.
	'3xx': { fate: 'turnedAway', fateOfWrite: 'unclear', isRedirect: true, text: redirects },
	'4xx': { fate: 'rejected', shows: 'works', text: notAccepted },
	// What a proxy says of a service that is down: 502, and some 52x.
	'5xx': { fate: 'unclear', retry: 'often', text: unavailable },
};

/** One that HTTP does not have, from a proxy that keeps out programs, for example. */
const notOfHttp: Status = { fate: 'unclear', text: unavailable };

/** The row of a status. @param status never a 2xx */
export const rowOf = (status: number): Status =>
	statuses[status] ?? statuses[`${Math.floor(status / 100)}xx`] ?? notOfHttp;
