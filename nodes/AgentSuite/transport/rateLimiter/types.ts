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

/** What a request waits for. */
export interface Wait {
	reason:
		/** The service asks all requests of the account to wait: with a 429, or with a 503. */
		| 'tooManyRequests'
		| 'outage'
		/** After a 429, all of them wait, and then each for a place among those in flight. */
		| 'backoff'
		| 'place'
		/** A limit of its credential. */
		| keyof Limits;
	/** How long it still takes, as far as it is known now. */
	ms: number;
}
