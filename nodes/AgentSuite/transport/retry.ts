import type { Effect } from '../model/operation';
import type { Failure } from './errors/failure';
import type { Progress } from './progress';

/** The longest backoff before the second attempt, ms. It doubles for each further one, and the backoff is a random part of it. */
const BACKOFF_MS = 500;

/** How often one request can be sent in total. 429 responses do not count. */
export const ATTEMPTS = {
	failed: 4,
	/** How many of these can be timeouts. Each takes long, and might have been charged. */
	timedOut: 2,
};

/**
 * The wait before the next attempt, ms, apart from the rate limiter. Undefined if there is none.
 * @param progress including the attempt that has just failed
 * @param random in [0, 1)
 */
export function retryDelay(
	{ retry, processed, retryAfterMs = 0 }: Omit<Failure, 'problem' | 'charged'>,
	{ attempts, throttled, timedOut, waitLeftMs }: Omit<Progress, 'last'>,
	effect: Effect,
	random: number,
	backoffMs = BACKOFF_MS,
): number | undefined {
	if (retry === undefined) return undefined;
	// The wait for the rate limiter follows. Max Wait bounds it, and so how often this happens.
	if (retry === 'throttled') return 0;
	if (effect === 'create' && processed === 'perhaps') return undefined;
	const failed = attempts - throttled;
	if (failed >= ATTEMPTS.failed || timedOut >= ATTEMPTS.timedOut) return undefined;
	if (retryAfterMs > waitLeftMs) return undefined;
	const backoff = random * backoffMs * 2 ** (failed - 1);
	return Math.max(backoff, retryAfterMs);
}
