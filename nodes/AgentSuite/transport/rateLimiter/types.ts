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

/** Why the service asks all requests of the account to wait: with a 429, or with a 503. */
export type PauseReason = 'tooManyRequests' | 'outage';

/** What a request can wait for. After a 429, that is a backoff of all, and then a place among those in flight. */
export type WaitReason = PauseReason | 'backoff' | 'place' | keyof Limits;

/** A wait that is left, as far as it is known now. */
export interface Wait<Reason extends WaitReason = WaitReason> {
	reason: Reason;
	ms: number;
}

/** When each wait is over, ms. In the past if there is none. */
export type Ends<Reason extends WaitReason = WaitReason> = Record<Reason, number>;
