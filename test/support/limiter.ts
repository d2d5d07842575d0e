import type { RateLimiter } from '../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import type { PauseReason } from '../../nodes/AgentSuite/transport/rateLimiter/types';

/** The service asks to pause in a response to a request, which it does not count. */
export function pause(limiter: RateLimiter, reason: PauseReason, ms: number, now: number): void {
	const request = limiter.enqueue({ minute: 0, hour: 0, day: 0 });
	limiter.leave(request);
	limiter.report(request, 'unanswered', now, { reason, ms });
}
