/** What the rate limiter is asked, told, and answers. */

/** The most requests in each time. Infinity for no limit. */
export interface Limits {
	minute: number;
	hour: number;
	day: number;
}

/** A request that waits for its turn, or was sent. */
export class QueuedRequest {
	/** When it was sent, ms. Infinity until then. */
	sentAt = Infinity;

	/** @param limits of its credential. What other credentials with the same token have sent counts in them too */
	constructor(readonly limits: Limits) {}
}

/** What became of a request whose turn it was. */
export type Reply =
	/** A 429. */
	| 'throttled'
	/** Any other response of the service, also an error: it got through the rate limit. */
	| 'answered'
	/** It has not reached the service. */
	| 'unsent'
	/** No response, or not of the service, so that nobody knows. */
	| 'unanswered';

/** Why all requests of the account wait. The service asks for it, with a 429 or a 503. Or it is the backoff after a 429. */
const PAUSE_REASONS = ['tooManyRequests', 'outage', 'backoff'] as const;

/** A wait of all requests of the account. */
export interface Pause {
	reason: (typeof PAUSE_REASONS)[number];
	ms: number;
}

/** What a request waits for: one of the limits, the end of a pause, or after a 429 a place among those in flight. */
export interface Wait {
	reason: keyof Limits | Pause['reason'] | 'place';
	/** When it is over, as far as it is known now, ms. */
	until: number;
}

/** Whether all requests of the account wait for the same. A limit or a place holds up each for itself. */
export const isPause = (reason: Wait['reason']): boolean =>
	PAUSE_REASONS.some((one) => one === reason);
