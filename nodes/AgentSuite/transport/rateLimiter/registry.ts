import { SPANS } from './limits';
import { RateLimiter } from './rateLimiter';

/** The limiters of a process, one per account. After a day without a request, only a pause that has not ended matters. */
export class RateLimiters {
	private readonly known = new Map<string, { limiter: RateLimiter; usedAt: number }>();

	constructor(
		private readonly spans = SPANS,
		private readonly random = Math.random,
	) {}

	/** @param account a hash of token and base URL */
	of(account: string, now: number): RateLimiter {
		for (const [other, { limiter, usedAt }] of this.known) {
			if (usedAt < now - this.spans.day && !limiter.isPaused(now)) this.known.delete(other);
		}
		const limiter = this.known.get(account)?.limiter ?? new RateLimiter(this.spans, this.random);
		this.known.set(account, { limiter, usedAt: now });
		return limiter;
	}
}

/** n8n loads this module once per process, so all nodes, workflows, and executions share it. */
export const processLimiters = new RateLimiters();
