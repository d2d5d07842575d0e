import { BoundedMap } from '../../model/boundedMap';
import { RateLimiter } from './rateLimiter';
import type { Limits } from './windows';

function isIdle(limiter: RateLimiter, now: number): boolean {
	const { used, waiting, inFlight, pausedUntil = 0 } = limiter.stats(now);
	return used + waiting + inFlight + pausedUntil === 0;
}

/** One per token and base URL. Busy limiters are never dropped. n8n loads this module once per process. */
const limiters = new BoundedMap<string, RateLimiter>({
	maxEntries: 200,
	canEvict: (limiter, _key, now) => isIdle(limiter, now),
});

/**
 * The limiter for a token and base URL, shared by the whole process.
 * @param key a hash of both, so that the token is not kept
 * @param limits of the current credential, which apply to all who share the limiter
 * @param now ms since the epoch
 */
export function limiterFor(key: string, limits: Limits, now: number): RateLimiter {
	const limiter = limiters.get(key, now) ?? new RateLimiter(limits);
	limiter.setLimits(limits);
	limiters.set(key, limiter, now);
	return limiter;
}
