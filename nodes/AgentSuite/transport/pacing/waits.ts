/** Each wait of a request, by its reason, in the table `waits`: what we say of it, and whether it counts in the Max Wait of all. */

import type { Wait } from '../rateLimiter/types';

/**
 * A wait for requests in flight: they take all places (`Congestion`), or have reserved the tokens that it needs. Responses to them end
 * it, or at the latest their timeouts. Nobody knows when, so Max Wait does not bound it.
 */
type ForOthers = 'place' | 'tokens';

/** What holds up a request. */
export type Obstacle = Wait | { reason: ForOthers };

/** A wait of which the end is known, so that it can be too long. */
interface BoundedWait {
	/** What the request waits for, in words. */
	words: string;
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

type Waits = Record<Wait['reason'], BoundedWait> & Record<ForOthers, Pick<BoundedWait, 'words'>>;

export const waits: Waits = {
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
