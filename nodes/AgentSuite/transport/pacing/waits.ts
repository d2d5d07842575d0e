/** Each wait of a request: whose Max Wait it counts in, and what we say of it, while it lasts and if it is too long. */

import type { Wait, WaitReason } from '../rateLimiter/types';

/** What holds up a request: the rate limiter, or tokens that requests in flight have reserved. */
export type Obstacle = Wait | { reason: 'tokens' };

/** What Max Wait bounds. For how long it waits for a place is not known: a response frees it, at the latest when the limiter says. */
export type BoundedReason = Exclude<WaitReason, 'place'>;

interface WaitMeaning {
	/** What the request waits for, in words. */
	words: string;
	/** Whose Max Wait it counts in: of this request, or of all requests of the account in the run. Absent if nobody knows its end. */
	countsFor?: 'request' | 'run';
}

interface BoundedMeaning extends WaitMeaning {
	countsFor: 'request' | 'run';
	/** As which n8n and error workflows see it if it is too long. */
	status: 429 | 503;
	/** @param time at which it is over */
	tooLong(time: string): string;
	/** Whether it follows from a 429. What the service says in that is why it waits. */
	isAfter429?: true;
	/** What to do if it lasts far too long. */
	wayOut?: string;
}

/** A limit of the credential. */
const ownLimit = (words: string): BoundedMeaning => ({
	words,
	countsFor: 'request',
	status: 429,
	tooLong: (time) => `Rate limit: ${words} resets at ${time}`,
});

/** If the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

const afterThrottling = 'the backoff after a 429 response';

export const waits: Record<BoundedReason, BoundedMeaning> &
	Record<Obstacle['reason'], WaitMeaning> = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		countsFor: 'run',
		status: 429,
		tooLong: (time) => `Rate limit: the service asked to pause until ${time}`,
		isAfter429: true,
		wayOut: endPause,
	},
	outage: {
		words: 'the service to be available again',
		countsFor: 'run',
		status: 503,
		tooLong: (time) =>
			`The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		wayOut: endPause,
	},
	backoff: {
		words: afterThrottling,
		countsFor: 'run',
		status: 429,
		tooLong: (time) =>
			`Rate limit: the service received too many requests, so the node sends nothing until ${time}`,
		isAfter429: true,
	},
	place: { words: afterThrottling },
	// Responses and timeouts end it, and nobody knows when.
	tokens: { words: 'tokens that requests in progress might use' },
};
