import { limiterFor } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';

const limits = { minute: 100, hour: 1000, day: 10_000 };
const START = 1_700_000_000_000;

it('returns the same limiter for the same key, with the limits of the last call', () => {
	const limiter = limiterFor('same', limits, START);
	expect(limiterFor('same', { ...limits, minute: 1 }, START)).toBe(limiter);
	expect(limiterFor('other', limits, START)).not.toBe(limiter);
	limiter.tryAcquire(limiter.enqueue(START), START);
	expect(limiter.tryAcquire(limiter.enqueue(START), START)).toBe(61_000);
});

it('forgets the longest unused beyond 200, and never a busy one', () => {
	const busy = limiterFor('busy', limits, START);
	busy.tryAcquire(busy.enqueue(START), START);
	const waiting = limiterFor('waiting', limits, START);
	waiting.enqueue(START);
	const idle = limiterFor('idle', limits, START);
	const later = Array.from({ length: 500 }, (_, index) =>
		limiterFor(`key ${index}`, limits, START + 1000),
	);
	expect(limiterFor('busy', limits, START)).toBe(busy);
	expect(limiterFor('waiting', limits, START)).toBe(waiting);
	expect(limiterFor('idle', limits, START)).not.toBe(idle);
	expect(limiterFor('key 305', limits, START)).toBe(later[305]);
	expect(limiterFor('key 295', limits, START)).not.toBe(later[295]);
});
