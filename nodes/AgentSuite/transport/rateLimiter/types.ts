/** What the rate limiter is asked, told, and answers. */

/** The most requests in each time. Infinity for no limit. */
export interface Limits {
	minute: number;
	hour: number;
	day: number;
}

/** The turn of a request: its place in the queue, and once it is sent, what the others go by. */
export class Turn {
	/** When it is sent, ms. */
	at = Infinity;
	/** How far the next one has to be from it, as a part of an even distance: from 0 to 1. */
	evenness = 0;
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
		| Pause['reason']
		/** After a 429, and then for a place among those in flight. */
		| 'backoff'
		| 'place'
		/** A limit of its credential. */
		| keyof Limits;
	/** How long it still takes, as far as that is known now. */
	ms: number;
}

/** What the service asks all requests of the account to wait for: with a 429, or with a 503. */
export interface Pause {
	reason: 'tooManyRequests' | 'outage';
	ms: number;
}
