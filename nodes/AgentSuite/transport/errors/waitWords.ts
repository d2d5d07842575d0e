import type { Wait } from '../rateLimiter/types';

/** Why a request waits: for the rate limiter, or for tokens that requests in flight have reserved. */
export type WaitReason = Wait['reason'] | 'tokens';

const backoff = 'the backoff after a 429 response';

/** What a request waits for, in words. `backoff` and `place` both follow a 429, and are the same to a user. */
export const waitWords: Record<WaitReason, string> = {
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
	tooManyRequests: 'the pause the service asked for',
	outage: 'the service to be available again',
	backoff,
	place: backoff,
	tokens: 'tokens that requests in progress might use',
};
