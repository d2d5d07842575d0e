import type { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';

/** What a limiter knows. `counted`: sent on the last day, and not refused. It changes nothing. */
export function stateOf(limiter: RateLimiter, now: number) {
	const { until } = limiter['pause'];
	return {
		counted: limiter['log']['times'].length,
		pausedUntil: until > now ? until : undefined,
		waiting: limiter['queue'].length,
		inFlight: limiter['inFlight'].size,
	};
}
