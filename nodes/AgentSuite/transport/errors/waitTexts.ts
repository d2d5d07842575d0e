import type { FailureCause } from '../../model/problem';
import type { WaitReason } from '../rateLimiter/rateLimiter';

interface WaitText {
	/** What a request waits for, in words. */
	waitsFor: string;
	/** The message of one that would wait too long, with `{time}` at which the wait is over. */
	message: string;
	/** As which n8n and error workflows see it. */
	status: number;
	cause: FailureCause;
}

const rateLimit = (waitsFor: string, ends: string): WaitText => ({
	waitsFor,
	message: `Rate limit: ${ends} {time}`,
	status: 429,
	cause: 'rate-limited',
});

const limitOf = (waitsFor: string) => rateLimit(waitsFor, `${waitsFor} resets at`);

/** The texts about each wait for the rate limiter. */
export const waitTexts: Record<WaitReason, WaitText> = {
	tooManyRequests: rateLimit('the pause the service asked for', 'the service asked to pause until'),
	outage: {
		waitsFor: 'the service to be available again',
		message: 'The service is currently unavailable, and asked to pause until {time} (HTTP 503)',
		status: 503,
		cause: 'temporarily-unavailable',
	},
	backoff: rateLimit(
		'the backoff after a 429 response',
		'the service sent 429, so the node backs off until',
	),
	minute: limitOf('the per-minute limit'),
	hour: limitOf('the hourly limit'),
	day: limitOf('the daily limit'),
};

/** What a request waits for if a budget only has enough for it when those in progress cost less than they have reserved. */
export const tokensInProgress = 'tokens that requests in progress might use';
