import { RateLimiters } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';
import { spanOf, WINDOWS } from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';

const limits = { minute: 100, hour: 1000, day: 3 };
const START = 1_700_000_000_000;

test('an account has one limiter', () => {
	const limiters = new RateLimiters();
	expect(limiters.of('same', START)).toBe(limiters.of('same', START));
	expect(limiters.of('same', START)).not.toBe(limiters.of('other', START));
});

test('however many accounts there are, a limiter is kept as long as what it knows counts', () => {
	const limiters = new RateLimiters();
	const use = (key: string, now: number) => {
		const limiter = limiters.of(key, now);
		const slot = limiter.enqueue(now, limits);
		limiter.tryAcquire(slot, now);
		return { limiter, slot };
	};
	const daily = use('daily', START);
	daily.limiter.report(daily.slot, START, 'answered');
	const busy = use('in flight', START);
	const waiting = limiters.of('waiting', START);
	waiting.enqueue(START, limits);
	const paused = use('paused', START);
	paused.limiter.report(paused.slot, START, { retryAfterMs: 3 * WINDOWS.day });
	const idle = limiters.of('idle', START);

	for (let other = 0; other < 2000; other++) limiters.of(`${other}`, START + WINDOWS.hour + other);
	const afternoon = START + 12 * WINDOWS.hour;
	expect(limiters.of('daily', afternoon)).toBe(daily.limiter);
	expect(limiters.of('idle', afternoon)).not.toBe(idle);

	const nextDay = START + spanOf(WINDOWS.day) + 2 * WINDOWS.minute;
	limiters.of('new', nextDay);
	expect(limiters.of('daily', nextDay)).not.toBe(daily.limiter);
	expect(limiters.of('in flight', nextDay)).toBe(busy.limiter);
	expect(limiters.of('waiting', nextDay)).toBe(waiting);
	expect(limiters.of('paused', nextDay)).toBe(paused.limiter);
});
