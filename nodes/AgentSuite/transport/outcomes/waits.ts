/** What each wait of a request means: for whom it counts, and what we say of it. */

import type { TimedReason, Wait } from '../rateLimiter/types';
import type { FailureText } from './text';

/** Why a request waits: for the rate limiter, or for tokens that requests in flight have reserved. */
export type WaitReason = Wait['reason'] | 'tokens';

interface WaitMeaning {
	/** What the request waits for, in words. */
	words: string;
	/** Whose Max Wait it counts in: of this request, or of all requests of the account in the run. Absent if nobody knows its end. */
	countsFor?: 'request' | 'run';
}

interface TimedMeaning extends WaitMeaning {
	countsFor: 'request' | 'run';
	/** What is said if it is too long. @param time at which it is over */
	text(time: string): WaitText;
}

interface WaitText extends FailureText {
	/** As which n8n and error workflows see it. */
	status: number;
	/** Whether it follows from a 429. What the service says in that is why it waits. */
	isAfter429?: true;
}

const rateLimit = (what: string): WaitText => ({
	headline: `Rate limit: ${what}`,
	status: 429,
	cause: 'rate-limited',
});

/** A limit of the credential. */
const ownLimit = (words: string): TimedMeaning => ({
	words,
	countsFor: 'request',
	text: (time) => rateLimit(`${words} resets at ${time}`),
});

/** What to do if the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

const afterThrottling = 'the backoff after a 429 response';

export const waits: Record<TimedReason, TimedMeaning> & Record<WaitReason, WaitMeaning> = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		countsFor: 'run',
		text: (time) => ({
			...rateLimit(`the service asked to pause until ${time}`),
			isAfter429: true,
			ifItLasts: endPause,
		}),
	},
	outage: {
		words: 'the service to be available again',
		countsFor: 'run',
		text: (time) => ({
			headline: `The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
			status: 503,
			cause: 'temporarily-unavailable',
			ifItLasts: endPause,
		}),
	},
	backoff: {
		words: afterThrottling,
		countsFor: 'run',
		text: (time) => ({
			...rateLimit(
				`the service received too many requests, so the node sends nothing until ${time}`,
			),
			isAfter429: true,
		}),
	},
	// Responses and timeouts of requests in flight end these two. The first one also follows a 429, and is the same to a user.
	place: { words: afterThrottling },
	tokens: { words: 'tokens that requests in progress might use' },
};
