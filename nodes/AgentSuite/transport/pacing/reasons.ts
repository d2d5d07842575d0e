/** What we say of each reason to wait before a request is sent, in the table `reasons`. */

import type { Wait } from '../rateLimiter/types';
import type { Clocks } from '../run/maxWait';
import type { RECHECK_MS } from '../tuning';

/** What holds up a request: the rate limiter, or the tokens, for which it looks again and again. */
export type Hold = Wait | { reason: 'tokens'; ms: typeof RECHECK_MS };

/** What a reason means. */
interface Meaning {
	/** What the request waits for, in words. */
	words: string;
	/** Those of Max Wait that count it. All requests of the account wait for a pause, each by itself for a limit or a place. */
	clocks: Clocks;
	/** Whether others decide when it ends, so nobody is told a time. */
	isOpenEnded?: true;
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
	clocks: 'own',
	status: 429,
	tooLong: (time) => `Rate limit: ${words} resets at ${time}`,
});

/** If the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

/** For the user, a place is a part of the backoff. */
const afterThrottling = 'the backoff after a 429 response';

const tooMany = 'Rate limit: the service received too many requests, so the node sends';

/** No wait for tokens is too long. */
type Reasons = Record<Wait['reason'], Meaning> &
	Record<'tokens', Pick<Meaning, 'words' | 'clocks' | 'isOpenEnded'>>;

export const reasons: Reasons = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		clocks: 'both',
		isFromThrottling: true,
		status: 429,
		tooLong: (time) => `Rate limit: the service asked to pause until ${time}`,
		wayOut: endPause,
	},
	outage: {
		words: 'the service to be available again',
		clocks: 'both',
		status: 503,
		tooLong: (time) =>
			`The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		wayOut: endPause,
	},
	backoff: {
		words: afterThrottling,
		clocks: 'both',
		isFromThrottling: true,
		status: 429,
		tooLong: (time) => `${tooMany} nothing until ${time}`,
	},
	place: {
		words: afterThrottling,
		clocks: 'own',
		isOpenEnded: true,
		isFromThrottling: true,
		status: 429,
		tooLong: () => `${tooMany} only a few at a time`,
	},
	tokens: {
		words: 'tokens that requests in progress might use',
		clocks: 'none',
		isOpenEnded: true,
	},
};
