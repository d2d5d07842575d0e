import type { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';

/** What a limiter knows. `used`: in the last minute. Without `share`, only the limits apply. It changes nothing. */
export function stateOf(limiter: RateLimiter, now: number) {
	const { until } = limiter['pause'];
	return {
		used: limiter['log'].used(now),
		share: limiter['share']['slots'],
		pausedUntil: until > now ? until : undefined,
		waiting: limiter['queue'].length,
		inFlight: limiter['inFlight'],
	};
}
