import type { RateLimiter } from '../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import type { Limits, Pause } from '../../nodes/AgentSuite/transport/rateLimiter/types';

export const NO_LIMITS: Limits = { minute: Infinity, hour: Infinity, day: Infinity };

/** A request in the queue that has not asked for its turn yet. */
export function enqueue(limiter: RateLimiter): object {
	const request = {};
	limiter['queue'].push(request);
	return request;
}

/** The service asks to pause in a response to a request, which it does not count. */
export function pause(
	limiter: RateLimiter,
	reason: Pause['reason'],
	ms: number,
	now: number,
): void {
	limiter.noteReply({ at: now, fullInARow: 0 }, 'unanswered', now, { reason, ms });
}
