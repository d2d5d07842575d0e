import { BoundedMap } from '../../model/boundedMap';
import { RateLimiter } from './rateLimiter';
import { WINDOWS, type Limits } from './windows';

function isIdle(limiter: RateLimiter, now: number): boolean {
	const { used, waiting, inFlight, pausedUntil = 0 } = limiter.stats(now);
	return used + waiting + inFlight + pausedUntil === 0;
}

/** The limiters of a process, one per token and base URL. Busy limiters are never dropped. */
export class RateLimiters {
	private readonly limiters = new BoundedMap<string, RateLimiter>({
		maxEntries: 200,
		canEvict: (limiter, _key, now) => isIdle(limiter, now),
	});

	constructor(private readonly windows = WINDOWS) {}

	/**
	 * The limiter for a token and base URL.
	 * @param key a hash of both, so that the token is not kept
	 * @param limits of the current credential, which apply to all who share the limiter
	 * @param now ms since the epoch
	 */
	of(key: string, limits: Limits, now: number): RateLimiter {
		const limiter = this.limiters.get(key, now) ?? new RateLimiter(limits, this.windows);
		limiter.setLimits(limits);
		this.limiters.set(key, limiter, now);
		return limiter;
	}
}

/** n8n loads this module once per process, so all nodes, workflows, and executions share it. */
export const processLimiters = new RateLimiters();
