import { RateLimiters } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';
import { spanOf, WINDOWS } from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';
import { stateOf } from './stateOf';

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
		const queued = limiter.enqueue(now, limits);
		limiter.tryAcquire(queued, now);
		return { limiter, queued };
	};
	const daily = use('daily', START);
	daily.limiter.report(daily.queued, START, 'answered');
	const busy = use('in flight', START);
	const waiting = limiters.of('waiting', START);
	waiting.enqueue(START, limits);
	const paused = use('paused', START);
	paused.limiter.report(paused.queued, START, { retryAfterMs: 3 * WINDOWS.day });
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

test('a limiter is kept while requests that asked for it have not been sent yet', () => {
	const limiters = new RateLimiters();
	const [first, second] = [limiters.of('first', START), limiters.of('second', START)];
	expect(limiters.of('first', START)).toBe(first);
	expect(limiters.of('second', START)).toBe(second);
	// A use counts, not only the first one.
	limiters.of('first', START + WINDOWS.hour);
	limiters.of('third', START + WINDOWS.hour + 1);
	expect(limiters.of('first', START + WINDOWS.hour + 1)).toBe(first);
	expect(limiters.of('second', START + WINDOWS.hour + 1)).not.toBe(second);
});

test('whether a limiter can be dropped is asked without a change to it', () => {
	const limiters = new RateLimiters();
	const limiter = limiters.of('one', START);
	limiter.isForgettable(START + WINDOWS.day);
	stateOf(limiter, START + WINDOWS.day);
	const request = limiter.enqueue(START + 1, limits);
	expect(limiter.tryAcquire(request, START + 1)).toBeUndefined();
});
