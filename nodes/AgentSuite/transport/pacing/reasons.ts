/** What we say of each reason to wait for the rate limiter, in the table `reasons`. */

import type { Wait } from '../rateLimiter/types';

/** What a reason means. */
interface Meaning {
	/** What the request waits for, in words. */
	words: string;
	/** Whether all requests of the account wait for it. A limit or a place holds up each for itself. */
	isShared: boolean;
	/** Whether it follows from a 429, so what the service says in that is why. */
	isFromThrottling?: true;
	/** As which n8n and error workflows see it if it is too long. */
	status: 429 | 503;
	/** @param time at which it is over */
	tooLong(time: string): string;
	/** What to do if it lasts far too long. */
	wayOut?: string;
}

/** A limit of the credential. */
const ownLimit = (words: string): Meaning => ({
	words,
	isShared: false,
	status: 429,
	tooLong: (time) => `Rate limit: ${words} resets at ${time}`,
});

/** If the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

/** For the user, a place is a part of the backoff. */
const afterThrottling = 'the backoff after a 429 response';

const tooMany = 'Rate limit: the service received too many requests, so the node sends';

export const reasons: Record<Wait['reason'], Meaning> = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		isShared: true,
		isFromThrottling: true,
		status: 429,
		tooLong: (time) => `Rate limit: the service asked to pause until ${time}`,
		wayOut: endPause,
	},
	outage: {
		words: 'the service to be available again',
		isShared: true,
		status: 503,
		tooLong: (time) =>
			`The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		wayOut: endPause,
	},
	backoff: {
		words: afterThrottling,
		isShared: true,
		isFromThrottling: true,
		status: 429,
		tooLong: (time) => `${tooMany} nothing until ${time}`,
	},
	place: {
		words: afterThrottling,
		isShared: false,
		status: 429,
		tooLong: () => `${tooMany} only a few at a time`,
	},
};
