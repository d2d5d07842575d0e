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
