import { RateLimiters } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';

test('an account has one limiter, until a day after its last request', () => {
	const limiters = new RateLimiters();
	const hour = 3_600_000;
	const one = limiters.of('one', 0);
	expect(limiters.of('other', 0)).not.toBe(one);
	expect(limiters.of('one', 24 * hour)).toBe(one);
	expect(limiters.of('one', 48 * hour)).toBe(one);
	expect(limiters.of('one', 73 * hour)).not.toBe(one);
});

test('a limiter is kept until its pause is over', () => {
	const limiters = new RateLimiters();
	const hour = 3_600_000;
	const limiter = limiters.of('one', 0);
	const request = limiter.enqueue({ minute: 0, hour: 0, day: 0 });
	limiter.tryAcquire(request, 0);
	limiter.report(request, 0, { retryAfterMs: 72 * hour });
	expect(limiters.of('one', 48 * hour)).toBe(limiter);
	expect(limiters.of('one', 73 * hour)).not.toBe(limiter);
});
