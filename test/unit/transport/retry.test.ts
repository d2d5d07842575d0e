import fc from 'fast-check';

import type { Effect } from '../../../nodes/AgentSuite/model/operation';
import {
	newProgress,
	takeOffMaxWait,
	type Progress,
} from '../../../nodes/AgentSuite/transport/progress';
import { ATTEMPTS, retryDelay } from '../../../nodes/AgentSuite/transport/retry';
import { parseRetryAfter } from '../../../nodes/AgentSuite/transport/errors/retryAfter';

const NOW = Date.parse('1994-11-06T08:49:00Z');
const HOUR = 3_600_000;

describe('parseRetryAfter', () => {
	it.each([
		['37', 37_000],
		[' 1.5 ', 1500],
		['0', 0],
		['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
		['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
		['Sun, 06 Nov 1994 08:48:00 GMT', 0],
		['172800', 48 * HOUR],
		[String(366 * 86_400), 366 * 24 * HOUR],
	])('%j is %d ms', (header, wait) => expect(parseRetryAfter(header, NOW)).toBe(wait));

	it.each([
		undefined,
		null,
		'',
		'soon',
		'-5',
		'1e3',
		'5 minutes',
		// Not GMT, and not allowed.
		'Sun Nov  6 08:49:37 1994',
		'Infinity',
		String(366 * 86_400 + 1),
		NaN,
		'1700000000000',
		{},
		[],
		true,
		'Sun, 99 Foo 1994 08:49:37 GMT',
	])('%j is none', (header) => expect(parseRetryAfter(header, NOW)).toBeUndefined());

	it('never throws, and is within 0 and a year', () => {
		fc.assert(
			fc.property(fc.anything(), (header) => {
				const wait = parseRetryAfter(header, NOW);
				expect(wait === undefined || (wait >= 0 && wait <= 366 * 24 * HOUR)).toBe(true);
			}),
		);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 80_000 }), (seconds) => {
				const date = new Date(NOW + seconds * 1000).toUTCString();
				expect(parseRetryAfter(date, NOW)).toBe(seconds * 1000);
				expect(parseRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
			}),
		);
	});
});

describe('the delay before another attempt', () => {
	type Retry = Parameters<typeof retryDelay>[0];
	const throttled: Retry = { retry: 'throttled', processed: 'no' };
	const down: Retry = { retry: 'unavailable', processed: 'perhaps' };
	const timeout: Retry = { retry: 'timeout', processed: 'perhaps' };
	const never: Retry = { retry: 'connection', processed: 'no' };
	const lost: Retry = { retry: 'connection', processed: 'perhaps' };
	const delay = (
		failure: Retry,
		{ effect = 'read', ...more }: Partial<Progress> & { effect?: Effect } = {},
	) => retryDelay(failure, { ...newProgress(Infinity), attempts: 1, ...more }, effect, 0.5);

	it('429: immediately for the rate limiter, whatever its effect, as long as Max Wait lasts', () => {
		for (const effect of ['read', 'update', 'create'] as const) {
			expect(delay({ ...throttled, retryAfterMs: 5000 }, { effect, throttled: 1 })).toBe(0);
			expect(delay(throttled, { effect, attempts: 1000, throttled: 999 })).toBe(0);
		}
	});

	it.each([down, lost, timeout])('%j: none for what must not run twice', (failure) => {
		expect(delay(failure)).toBe(250);
		expect(delay(failure, { effect: 'update' })).toBe(250);
		expect(delay(failure, { effect: 'create' })).toBeUndefined();
	});

	it('a connection that was never made: also for what must not run twice', () => {
		expect(delay(never, { effect: 'create' })).toBe(250);
		expect(delay(never, { effect: 'create', attempts: 4 })).toBeUndefined();
	});

	it('attempts are limited, timeouts most, and those with a 429 do not count', () => {
		expect(delay(down, { attempts: 4 })).toBeUndefined();
		expect(delay(down, { attempts: 4, throttled: 2 })).toBe(500);
		expect(delay(timeout, { attempts: 2, timedOut: 2 })).toBeUndefined();
		// A 503, and then a first timeout, or the other way round.
		expect(delay(timeout, { attempts: 2, timedOut: 1 })).toBe(500);
		expect(delay(down, { attempts: 3, timedOut: 1 })).toBe(1000);
	});

	it('503: as long as it asks, within Max Wait', () => {
		const asks = (retryAfterMs: number) => ({ ...down, retryAfterMs });
		expect(delay(asks(7000))).toBe(7000);
		expect(delay(asks(7000), { waitLeftMs: 6999 })).toBeUndefined();
		expect(delay(lost, { waitLeftMs: 0 })).toBe(250);
	});

	it('a wait that took longer than what was left of Max Wait does not end the retries', () => {
		const progress = newProgress(5);
		takeOffMaxWait(progress, 7);
		expect(delay(lost, { ...progress, attempts: 1 })).toBe(250);
	});

	it('none where no attempt can help', () => {
		expect(delay({ processed: 'no' })).toBeUndefined();
	});

	it('ends for every sequence of failures but 429s, and its backoff stays in its bounds', () => {
		fc.assert(
			fc.property(
				fc.infiniteStream(fc.constantFrom(throttled, down, timeout, never, lost)),
				fc.constantFrom<Effect>('read', 'update', 'create'),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(stream, effect, random) => {
					const progress = newProgress(0);
					for (const failure of stream) {
						progress.attempts++;
						if (failure.retry === 'throttled') progress.throttled++;
						if (failure.retry === 'timeout') progress.timedOut++;
						const ms = retryDelay(failure, progress, effect, random);
						if (ms === undefined) break;
						expect(ms).toBeGreaterThanOrEqual(0);
						expect(ms).toBeLessThanOrEqual(2000);
					}
					expect(progress.attempts - progress.throttled).toBeLessThanOrEqual(ATTEMPTS.failed);
				},
			),
		);
	});
});
