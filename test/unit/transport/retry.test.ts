import fc from 'fast-check';

import {
	ATTEMPTS,
	BACKOFF,
	decide,
	type Outcome,
	parseRetryAfter,
} from '../../../nodes/AgentSuite/transport/retry';

const NOW = Date.parse('1994-11-06T08:49:00Z');
const HOUR = 3_600_000;

describe('parseRetryAfter', () => {
	it.each([
		['37', 37_000],
		[' 1.5 ', 1500],
		[2, 2000],
		['0', 0],
		[['5', '9'], 5000],
		['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
		['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
		['Sun Nov  6 08:49:37 1994', 37_000],
		['Sun, 06 Nov 1994 08:48:00 GMT', 0],
		['172800', 48 * HOUR],
	])('%j is %d ms', (header, wait) => expect(parseRetryAfter(header, NOW)).toBe(wait));

	it.each([
		undefined,
		null,
		'',
		'soon',
		'-5',
		'1e3',
		'5 minutes',
		'Infinity',
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

describe('decide', () => {
	const status = (code: number, retryAfterMs?: number): Outcome => ({
		kind: 'status',
		status: code,
		retryAfterMs,
	});
	const lost = (sent: 'no' | 'maybe'): Outcome => ({ kind: 'connection', sent });
	const once = { attempt: 1, throttled: 0, random: 0.5 };
	const final = { again: false, reason: 'final' };
	const unsafe = { again: false, reason: 'unsafe' };
	const spent = { again: false, reason: 'attempts' };

	it('429: always again, by the rate limiter, idempotent or not', () => {
		for (const idempotent of [true, false]) {
			const outcome = status(429, 5000);
			const again = { again: true, delayMs: 0, pause: true };
			expect(decide({ ...once, outcome, idempotent, throttled: 1 })).toEqual(again);
			expect(decide({ ...once, outcome, idempotent, attempt: 22, throttled: 19 })).toEqual(again);
			expect(decide({ ...once, outcome, idempotent, attempt: 20, throttled: 20 })).toEqual(spent);
		}
	});

	it.each([502, 503, 504])('%d: again only if idempotent', (code) => {
		const outcome = status(code);
		expect(decide({ ...once, outcome, idempotent: false })).toEqual(unsafe);
		expect(decide({ ...once, outcome, idempotent: true })).toEqual({
			again: true,
			delayMs: 250,
			pause: false,
		});
		expect(decide({ ...once, outcome, idempotent: true, attempt: 4 })).toEqual(spent);
		// Attempts with a 429 do not count.
		expect(decide({ ...once, outcome, idempotent: true, attempt: 4, throttled: 2 }).again).toBe(
			true,
		);
	});

	it.each([400, 401, 403, 404, 409, 422, 500, 501, 302])('%d: final', (code) => {
		for (const idempotent of [true, false]) {
			expect(decide({ ...once, outcome: status(code), idempotent })).toEqual(final);
		}
	});

	it('503 waits as long as it asks', () => {
		const outcome = status(503, 7000);
		expect(decide({ ...once, outcome, idempotent: true })).toMatchObject({ delayMs: 7000 });
		const long = status(503, 300_001);
		expect(decide({ ...once, outcome: long, idempotent: true })).toEqual(spent);
		const late = decide({ ...once, outcome, idempotent: true, maxWaitMs: 6999 });
		expect(late).toEqual(spent);
		const lostOnce = { ...once, outcome: lost('maybe'), idempotent: true, maxWaitMs: 0 };
		expect(decide(lostOnce).again).toBe(true);
	});

	it('a lost connection: again if idempotent or never made, a limited number of times', () => {
		expect(decide({ ...once, outcome: lost('maybe'), idempotent: true }).again).toBe(true);
		expect(decide({ ...once, outcome: lost('maybe'), idempotent: false })).toEqual(unsafe);
		expect(decide({ ...once, outcome: lost('no'), idempotent: false }).again).toBe(true);
		expect(decide({ ...once, outcome: lost('no'), idempotent: false, attempt: 4 })).toEqual(spent);
	});

	it('a timeout: once more if idempotent, else never', () => {
		const outcome: Outcome = { kind: 'timeout' };
		expect(decide({ ...once, outcome, idempotent: true }).again).toBe(true);
		expect(decide({ ...once, outcome, idempotent: true, attempt: 2 })).toEqual(spent);
		expect(decide({ ...once, outcome, idempotent: false })).toEqual(unsafe);
	});

	it('ends for every outcome, and its backoff stays in its bounds', () => {
		const outcomes = fc.constantFrom(
			...[400, 429, 500, 502, 503, 504].map((code) => status(code)),
			lost('no'),
			lost('maybe'),
			{ kind: 'timeout' } as Outcome,
		);
		fc.assert(
			fc.property(
				fc.infiniteStream(outcomes),
				fc.boolean(),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(stream, idempotent, random) => {
					let attempt = 0;
					let throttled = 0;
					for (const outcome of stream) {
						attempt++;
						if (outcome.kind === 'status' && outcome.status === 429) throttled++;
						const decision = decide({ outcome, attempt, throttled, idempotent, random });
						if (!decision.again) break;
						const most = Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** (attempt - 1));
						expect(decision.delayMs).toBeGreaterThanOrEqual(0);
						expect(decision.delayMs).toBeLessThanOrEqual(most);
					}
					expect(attempt).toBeLessThanOrEqual(ATTEMPTS.throttled + ATTEMPTS.failed);
				},
			),
		);
	});
});
