/** Each wait of a request, by its reason, in the table `waits`: what we say of it, and whether it counts in the Max Wait of all. */

import type { Wait } from '../rateLimiter/types';

/** Requests in flight hold it up: they take all places (`Congestion`), or have reserved the tokens that it needs. */
type ForOthers = 'place' | 'tokens';

/** What holds up a request. Nobody knows when the wait for others ends, so it has no `until`. */
export type Obstacle = Wait | { reason: ForOthers };

/** A wait that responses to other requests end, or at the latest their timeouts. So Max Wait does not bound it. */
interface WaitForOthers {
	/** What the request waits for, in words. */
	words: string;
}

/** A wait of which the end is known, so that it can be too long. */
interface BoundedWait extends WaitForOthers {
	/** Whether it holds up all requests of the account in the run, so that it counts in the Max Wait of all. */
	holdsUpRun?: true;
	/** As which n8n and error workflows see it if it is too long. */
	status: 429 | 503;
	/** @param time at which it is over */
	tooLong(time: string): string;
	/** What to do if it lasts far too long. */
	wayOut?: string;
}

/** A limit of the credential. */
const ownLimit = (words: string): BoundedWait => ({
	words,
	status: 429,
	tooLong: (time) => `Rate limit: ${words} resets at ${time}`,
});

/** If the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

const afterThrottling = 'the backoff after a 429 response';

export const waits: Record<Wait['reason'], BoundedWait> & Record<ForOthers, WaitForOthers> = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		holdsUpRun: true,
		status: 429,
		tooLong: (time) => `Rate limit: the service asked to pause until ${time}`,
		wayOut: endPause,
	},
	outage: {
		words: 'the service to be available again',
		holdsUpRun: true,
		status: 503,
		tooLong: (time) =>
			`The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		wayOut: endPause,
	},
	backoff: {
		words: afterThrottling,
		holdsUpRun: true,
		status: 429,
		tooLong: (time) =>
			`Rate limit: the service received too many requests, so the node sends nothing until ${time}`,
	},
	// For the user, it is a part of the backoff before it.
	place: { words: afterThrottling },
	tokens: { words: 'tokens that requests in progress might use' },
};
