import { BoundedMap } from '../../model/boundedMap';
import { RateLimiter } from './rateLimiter';
import type { Limits } from './windows';

function isIdle(limiter: RateLimiter, now: number): boolean {
	const { used, waiting, inFlight, pausedUntil = 0 } = limiter.stats(now);
	return used + waiting + inFlight + pausedUntil === 0;
}

/** One per token and base URL. More than these only while more are busy. n8n loads this module once per process. */
const limiters = new BoundedMap<string, RateLimiter>({
	maxEntries: 200,
	canEvict: (limiter, _key, now) => isIdle(limiter, now),
});

/**
 * The limiter that everyone in this process shares who uses the same token and base URL.
 * @param key a hash of both: the token itself is not kept here
 * @param limits of the credential as it is now; they hold for all who share it
 * @param now ms since the epoch
 */
export function limiterFor(key: string, limits: Limits, now: number): RateLimiter {
	const limiter = limiters.get(key, now) ?? new RateLimiter(limits);
	limiter.setLimits(limits);
	limiters.set(key, limiter, now);
	return limiter;
}
