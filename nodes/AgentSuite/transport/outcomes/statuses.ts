/** What each status means: what follows from it, and what we say of it. */

import type { Effect, Operation } from '../../model/operation';
import type { ProblemText } from '../../model/problem';
import type { PauseReason } from '../rateLimiter/types';
import type { Policy } from './outcome';

/** A status that is not a success. */
export interface Status extends Policy {
	/** What its Retry-After asks for. It says nothing with other statuses. */
	pause?: PauseReason;
	/** Of a write, in place of `fate`. */
	fateOfWrite?: 'unclear';
	/** Whether no other request of the account can succeed. */
	rejectsAccount?: true;
	/** Whether it names another address. Its text is often all of that, which can contain a secret of the service, so it is not shown. */
	isRedirect?: true;
	text(given: Given): ProblemText;
}

/** What a text can depend on. */
interface Given extends Pick<Operation, 'advice' | 'missing'> {
	status: number;
	/** Which other host a redirect leads to. Undefined for the same one, or if that is not known, or not shown. */
	origin?: string;
}

const contactSupport = "If this keeps happening, contact the service's support team.";
const correct =
	'Correct the values that you chose and call the tool again. If you chose none, tell the user.';

const notAccepted = ({ status, advice }: Given): ProblemText => ({
	headline: `The service rejected the request (HTTP ${status})`,
	description:
		advice[400] ??
		'Check the parameters of this item. The message shows the reason, if the service gave one.',
	forModel: correct,
});

const unavailable = ({ status }: Given): ProblemText => ({
	headline: `The service is currently unavailable (HTTP ${status})`,
	description: contactSupport,
	failure: { cause: 'temporarily-unavailable' },
});

/** A 404 of an operation with a target. */
const recordMissing = (advice: string): ProblemText => ({
	headline: 'The record was not found',
	description: advice,
	forModel: `If you chose the ID, correct it and call the tool again. Otherwise, tell the user: ${advice}`,
});

/** Any other 404. */
const apiMissing: ProblemText = {
	headline: 'The API was not found at this URL',
	description: 'Check the host and path of the base URL in the credential.',
	failure: { cause: 'configuration-invalid' },
};

const redirect: Status = {
	fate: 'turnedAway',
	isRedirect: true,
	text: ({ origin }) => ({
		headline: origin ? `The base URL redirects to ${origin}` : 'The base URL redirects',
		description: origin
			? 'If that URL belongs to the service, enter it as the base URL in the credential, with the path of the present one. The node did not follow the redirect, so the token was not sent to the other host.'
			: 'Check the base URL in the credential, with its path. The node did not follow the redirect, so the token was not sent elsewhere.',
		failure: { cause: 'configuration-invalid' },
	}),
};

/** A service that has processed a write can redirect to its result. Many frameworks send 302 for that. */
const redirectToResult: Status = { ...redirect, fateOfWrite: 'unclear' };

/** It would most likely happen again for the same request, and be charged again (501 and 505: RFC 9110, 15.6). */
const notProcessed: Status = {
	fate: 'unclear',
	text: ({ status }) => ({
		headline: `The service could not process the request (HTTP ${status})`,
		description: contactSupport,
		failure: { cause: 'temporarily-unavailable' },
	}),
};

const outage: Status = { fate: 'unclear', retry: 'unavailable', text: unavailable };

/** Those of their own, including some that the API documentation does not name. */
export const statuses: Partial<Record<number, Status>> = {
	302: redirectToResult,
	303: redirectToResult,
	// A cache has responded.
	304: {
		fate: 'rejected',
		text: () => ({
			headline: 'A cache responded without a record',
			description: 'Check any proxy or cache between your n8n instance and the service.',
			failure: { cause: 'configuration-invalid' },
		}),
	},
	401: {
		fate: 'turnedAway',
		rejectsAccount: true,
		text: () => ({
			headline: 'The access token is missing or invalid',
			description:
				'Generate a token in the service dashboard, and paste it into the credential. A token that was revoked or replaced is invalid.',
			failure: { cause: 'credential-invalid' },
		}),
	},
	402: {
		fate: 'turnedAway',
		rejectsAccount: true,
		text: () => ({
			headline: 'The token balance is too low for this request',
			description: 'Buy tokens or turn on automatic refill in the service dashboard.',
			failure: { cause: 'quota-exhausted' },
		}),
	},
	// It can be about the token, its role, or a single record.
	403: {
		fate: 'turnedAway',
		text: ({ advice }) => ({
			headline: 'The access token has expired or does not allow this request',
			description: advice[403] ?? 'Generate a new token, and paste it into the credential.',
			failure: { cause: 'credential-invalid' },
		}),
	},
	404: {
		fate: 'rejected',
		text: ({ missing }) => (missing === undefined ? apiMissing : recordMissing(missing)),
	},
	// Of a proxy, which has sent nothing to the service.
	407: {
		fate: 'turnedAway',
		text: () => ({
			headline: 'The proxy between your n8n instance and the service requires a login',
			description: 'Check the proxy settings of your n8n instance.',
			failure: { cause: 'configuration-invalid' },
		}),
	},
	// A proxy has not got the request, or no response, in time.
	408: { fate: 'unclear', retry: 'timeout', text: unavailable },
	413: {
		fate: 'rejected',
		text: () => ({
			headline: 'The request is too large for the service',
			description: 'Shorten the texts or the configuration of this item.',
			forModel: correct,
		}),
	},
	429: {
		fate: 'turnedAway',
		retry: 'throttled',
		pause: 'tooManyRequests',
		// Only the test of a credential shows it. A node waits, and pacing/waits.ts says for what.
		text: () => ({
			headline: 'Rate limit: the service received too many requests',
			description:
				'Send fewer requests, or lower the limits in the credential to those of your plan.',
			failure: { cause: 'rate-limited' },
		}),
	},
	500: notProcessed,
	501: notProcessed,
	503: { ...outage, pause: 'outage' },
	505: notProcessed,
};

/** All others, by their class. */
const classes: Partial<Record<string, Status>> = {
	'3xx': redirect,
	'4xx': { fate: 'rejected', text: notAccepted },
	// What a proxy says of a service that is down: 502, 504, and some 52x.
	'5xx': outage,
};

/** One that HTTP does not have, from a proxy that keeps out programs, for example. */
const notOfHttp: Status = { fate: 'unclear', text: unavailable };

/** @param status never a 2xx */
export function statusOf(status: number, effect: Effect): Status {
	const known = statuses[status] ?? classes[`${Math.floor(status / 100)}xx`] ?? notOfHttp;
	const { fate, fateOfWrite = fate, ...others } = known;
	return { ...others, fate: effect === 'read' ? fate : fateOfWrite };
}
