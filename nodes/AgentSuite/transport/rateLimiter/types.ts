/** What the rate limiter is asked, told, and answers. */

/** The most requests in each time. Infinity for no limit. */
export interface Limits {
	minute: number;
	hour: number;
	day: number;
}

/** A request whose turn it was. By it, the rate limiter is told what became of it. */
export interface SentRequest {
	/** When, ms. */
	readonly at: number;
	/** How many, with this one, were sent in full minutes one after the other. */
	readonly fullInARow: number;
}

/** What a request gets that asks for its turn. */
export type Turn =
	/** It is its turn, so it is sent now. */
	{ sent: SentRequest; wait?: undefined } | { wait: Wait; sent?: undefined };

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
	/** How long it still takes at least, as far as that is known now. */
	ms: number;
}

/** What the service asks all requests of the account to wait for: with a 429, or with a 503. */
export interface Pause {
	reason: 'tooManyRequests' | 'outage';
	ms: number;
}
