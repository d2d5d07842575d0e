import { RateLimiter } from './rateLimiter';
import { WINDOWS } from './windows';

/**
 * The limiters of a process, one per token and base URL. One is dropped when nothing that it knows counts any more,
 * whatever their number: 1 kB for each account, and 8 bytes for each request of the last day.
 */
export class RateLimiters {
	private readonly limiters = new Map<string, RateLimiter>();

	constructor(private readonly windows = WINDOWS) {}

	/** @param key a hash of token and base URL */
	of(key: string, now: number): RateLimiter {
		const known = this.limiters.get(key);
		if (known) return known;
		for (const [other, limiter] of this.limiters) {
			if (limiter.isForgettable(now)) this.limiters.delete(other);
		}
		const limiter = new RateLimiter(this.windows);
		this.limiters.set(key, limiter);
		return limiter;
	}
}

/** n8n loads this module once per process, so all nodes, workflows, and executions share it. */
export const processLimiters = new RateLimiters();
