import type { Wait } from '../rateLimiter/rateLimiter';

/** Why a request waits: for the rate limiter, or for tokens that requests in flight have reserved. */
export type WaitReason = Wait['reason'] | 'tokens';

/** Who makes a request wait. What counts toward Max Wait (`pacing/maxWait.ts`) and what is said follow from it. */
type WaitKind =
	/** A limit of the credential is full. */
	| 'limit'
	/** The service asked to send nothing for a time. */
	| 'pause'
	/** The service refused with a 429, so the node sends nothing for a time of its own. */
	| 'backoff'
	/** Requests in flight. Their responses and timeouts end it, nobody knows when. */
	| 'inFlight';

const backoff = 'the backoff after a 429 response';

/** Each wait, in words. A user cannot tell the two of a 429 apart. */
export const waits: Record<WaitReason, { kind: WaitKind; inWords: string }> = {
	minute: { kind: 'limit', inWords: 'the per-minute limit' },
	hour: { kind: 'limit', inWords: 'the hourly limit' },
	day: { kind: 'limit', inWords: 'the daily limit' },
	tooManyRequests: { kind: 'pause', inWords: 'the pause the service asked for' },
	outage: { kind: 'pause', inWords: 'the service to be available again' },
	backoff: { kind: 'backoff', inWords: backoff },
	place: { kind: 'inFlight', inWords: backoff },
	tokens: { kind: 'inFlight', inWords: 'tokens that requests in progress might use' },
};
