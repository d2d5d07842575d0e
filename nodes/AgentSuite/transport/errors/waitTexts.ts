/** What is said of a wait for the rate limiter that is too long. */

import type { FailureCause } from '../../model/problem';
import type { TimedReason } from '../rateLimiter/rateLimiter';
import { waitNames } from '../rateLimiter/waitNames';

interface TooLongText {
	headline: string;
	/** As which n8n and error workflows see it. */
	status: number;
	cause: FailureCause;
}

const rateLimit = (what: string): TooLongText => ({
	headline: `Rate limit: ${what}`,
	status: 429,
	cause: 'rate-limited',
});

/** What to do if the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
export const pauseRemedy =
	'If the pause is far too long, test the credential, enter a new token, or restart n8n.';

/** What is said of a wait that is too long. @param time at which it is over */
export const tooLongTexts: Record<TimedReason, (time: string) => TooLongText> = {
	tooManyRequests: (time) => rateLimit(`the service asked to pause until ${time}`),
	outage: (time) => ({
		headline: `The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		status: 503,
		cause: 'temporarily-unavailable',
	}),
	backoff: (time) =>
		rateLimit(`the service received too many requests, so the node sends nothing until ${time}`),
	minute: (time) => rateLimit(`${waitNames.minute} resets at ${time}`),
	hour: (time) => rateLimit(`${waitNames.hour} resets at ${time}`),
	day: (time) => rateLimit(`${waitNames.day} resets at ${time}`),
};
