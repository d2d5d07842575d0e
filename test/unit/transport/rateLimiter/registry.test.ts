import { RateLimiters } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';

const limits = { minute: 100, hour: 1000, day: 10_000 };
const limiters = new RateLimiters();
const START = 1_700_000_000_000;

it('returns the same limiter for the same key, with the limits of the last call', () => {
	const limiter = limiters.of('same', limits, START);
	expect(limiters.of('same', { ...limits, minute: 1 }, START)).toBe(limiter);
	expect(limiters.of('other', limits, START)).not.toBe(limiter);
	limiter.tryAcquire(limiter.enqueue(START), START);
	expect(limiter.tryAcquire(limiter.enqueue(START), START)).toBe(61_000);
});

it('forgets the longest unused beyond 200, and never a busy one', () => {
	const busy = limiters.of('busy', limits, START);
	busy.tryAcquire(busy.enqueue(START), START);
	const waiting = limiters.of('waiting', limits, START);
	waiting.enqueue(START);
	const idle = limiters.of('idle', limits, START);
	const later = Array.from({ length: 500 }, (_, index) =>
		limiters.of(`key ${index}`, limits, START + 1000),
	);
	expect(limiters.of('busy', limits, START)).toBe(busy);
	expect(limiters.of('waiting', limits, START)).toBe(waiting);
	expect(limiters.of('idle', limits, START)).not.toBe(idle);
	expect(limiters.of('key 305', limits, START)).toBe(later[305]);
	expect(limiters.of('key 295', limits, START)).not.toBe(later[295]);
});
