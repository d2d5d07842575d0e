import type { RateLimiter } from '../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { Turn, type Limits, type Pause } from '../../nodes/AgentSuite/transport/rateLimiter/types';

export const NO_LIMITS: Limits = { minute: Infinity, hour: Infinity, day: Infinity };

/** A request in the queue that has not asked for its turn yet. */
export function enqueue(limiter: RateLimiter): Turn {
	const turn = new Turn();
	limiter['queue'].push(turn);
	return turn;
}

/** The service asks to pause in a response to a request, which it does not count. */
export function pause(
	limiter: RateLimiter,
	reason: Pause['reason'],
	ms: number,
	now: number,
): void {
	limiter.noteReply(new Turn(), 'unanswered', now, { reason, ms });
}
