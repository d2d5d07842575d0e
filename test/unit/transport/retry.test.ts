import fc from 'fast-check';

import type { Effect } from '../../../nodes/AgentSuite/model/operation';
import type { Outcome } from '../../../nodes/AgentSuite/transport/outcome';
import { ATTEMPTS, planRetry } from '../../../nodes/AgentSuite/transport/retry';
import type { Run } from '../../../nodes/AgentSuite/transport/run';
import { attemptOf, outcomeOf, requestOf } from '../../support/requests';
import { leadGet } from '../../../nodes/AgentSuite/resources/operations';
import { steadyClock } from '../../../nodes/AgentSuite/transport/pacing/clock';
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

describe('when a request is sent again', () => {
	const throttled = outcomeOf({ retry: 'throttled' });
	const down = outcomeOf({ retry: 'unavailable', processed: 'perhaps' });
	const timeout = outcomeOf({ retry: 'timeout', processed: 'perhaps' });
	const unsent = outcomeOf({ retry: 'connection' });
	const lost = outcomeOf({ retry: 'connection', processed: 'perhaps' });
	const times = (count: number, outcome: Outcome) => Array<Outcome>(count).fill(outcome);

	/** What follows after these, the last of which has just failed. */
	function after(
		outcomes: Outcome[],
		{
			effect = 'read' as Effect,
			waitLeftMs = Infinity,
			deadline = undefined as number | undefined,
			random = 0.5,
		} = {},
	) {
		const request = requestOf({ ...leadGet, effect }, { deadline });
		const attempt = { ...attemptOf({} as Run, request, waitLeftMs), outcomes };
		return planRetry(attempt, random, { backoffMs: 500 });
	}

	it('429: in the next slot of the rate limiter, whatever its effect, as long as Max Wait lasts', () => {
		for (const effect of ['read', 'update', 'create'] as const) {
			const asking = { ...throttled, retryAfterMs: 5000 };
			expect(after([asking], { effect })).toBe('inNextSlot');
			expect(after(times(1000, throttled), { effect })).toBe('inNextSlot');
		}
	});

	it.each([down, lost, timeout])('%j: not for what must not run twice', (outcome) => {
		expect(after([outcome])).toEqual({ afterMs: 250 });
		expect(after([outcome], { effect: 'update' })).toEqual({ afterMs: 250 });
		expect(after([outcome], { effect: 'create' })).toBe('never');
	});

	it('a connection that was never made: also for what must not run twice', () => {
		expect(after([unsent], { effect: 'create' })).toEqual({ afterMs: 250 });
		expect(after(times(4, unsent), { effect: 'create' })).toBe('never');
	});

	it('attempts are limited, timeouts most, and those with a 429 do not count', () => {
		expect(after(times(4, down))).toBe('never');
		expect(after([...times(2, throttled), ...times(2, down)])).toEqual({ afterMs: 500 });
		expect(after(times(2, timeout))).toBe('never');
		// A 503, and then a first timeout, or the other way round.
		expect(after([down, timeout])).toEqual({ afterMs: 500 });
		expect(after([timeout, down, down])).toEqual({ afterMs: 1000 });
	});

	it('503: after what it asks for and a backoff, unless that is more than is left of Max Wait', () => {
		const asking = { ...down, retryAfterMs: 7000 };
		expect(after([asking])).toEqual({ afterMs: 7250 });
		expect(after([asking], { waitLeftMs: 6999 })).toBe('beyondMaxWait');
		expect(after([asking], { waitLeftMs: 6999, effect: 'create' })).toBe('never');
		expect(after([lost], { waitLeftMs: 0 })).toEqual({ afterMs: 250 });
	});

	it('none where it cannot help, or where a poll has too little time', () => {
		expect(after([outcomeOf()])).toBe('never');
		expect(after([down], { deadline: steadyClock.now() + 1000 })).toBe('never');
	});

	it('ends for every sequence of failures but 429s, and its backoff stays in its bounds', () => {
		fc.assert(
			fc.property(
				fc.infiniteStream(fc.constantFrom(throttled, down, timeout, unsent, lost)),
				fc.constantFrom<Effect>('read', 'update', 'create'),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(stream, effect, random) => {
					const outcomes: Outcome[] = [];
					for (const outcome of stream) {
						outcomes.push(outcome);
						const retry = after(outcomes, { effect, random, waitLeftMs: 0 });
						if (retry === 'never') break;
						if (retry === 'inNextSlot') continue;
						const { afterMs } = retry as { afterMs: number };
						expect(afterMs).toBeGreaterThanOrEqual(0);
						expect(afterMs).toBeLessThanOrEqual(2000);
					}
					const failed = outcomes.filter((outcome) => outcome !== throttled);
					expect(failed.length).toBeLessThanOrEqual(ATTEMPTS.failed);
				},
			),
		);
	});
});
