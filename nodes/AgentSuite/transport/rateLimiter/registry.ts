import { RateLimiter } from './rateLimiter';
import { WINDOWS } from './windows';

/**
 * The limiters of a process, one per token and base URL. When a new one is made, those are dropped that nobody
 * has asked for in the last hour, and of which nothing counts any more. The hour is there because a new limiter knows nothing
 * until its first request. Each takes 1 kB, and 8 bytes for each request of the last day.
 */
export class RateLimiters {
	private readonly known = new Map<string, { limiter: RateLimiter; usedAt: number }>();

	constructor(
		private readonly windows = WINDOWS,
		private readonly random = Math.random,
	) {}

	/** @param key a hash of token and base URL */
	of(key: string, now: number): RateLimiter {
		const known = this.known.get(key);
		if (known) {
			known.usedAt = now;
			return known.limiter;
		}
		for (const [other, { limiter, usedAt }] of this.known) {
			const isUnused = now - usedAt > this.windows.hour;
			if (isUnused && limiter.isForgettable(now)) this.known.delete(other);
		}
		const limiter = new RateLimiter(this.windows, this.random);
		this.known.set(key, { limiter, usedAt: now });
		return limiter;
	}
}

/** n8n loads this module once per process, so all nodes, workflows, and executions share it. */
export const processLimiters = new RateLimiters();
