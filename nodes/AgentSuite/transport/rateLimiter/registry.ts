import { RateLimiter } from './rateLimiter';
import type { Limits } from './windows';

/** Limiters kept; more than that only while more are busy. */
const MAX_LIMITERS = 200;

/** One per token and base URL, the longest unused first. n8n loads this module once per process. */
const limiters = new Map<string, RateLimiter>();

/**
 * The limiter that everyone in this process shares who uses the same token and base URL.
 * @param key a hash of both: the token itself is not kept here
 * @param limits of the credential as it is now; they hold for all who share it
 * @param now ms since the epoch
 */
export function limiterFor(key: string, limits: Limits, now: number): RateLimiter {
	const limiter = limiters.get(key) ?? new RateLimiter(limits);
	limiter.setLimits(limits);
	limiters.delete(key);
	limiters.set(key, limiter);
	for (const [other, unused] of limiters) {
		if (limiters.size <= MAX_LIMITERS) break;
		const { used, waiting, inFlight, pausedUntil = 0 } = unused.stats(now);
		if (other !== key && used + waiting + inFlight + pausedUntil === 0) limiters.delete(other);
	}
	return limiter;
}
