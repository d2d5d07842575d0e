import fc from 'fast-check';

import type { Effect } from '../../../nodes/AgentSuite/model/operation';
import type { Outcome } from '../../../nodes/AgentSuite/transport/outcomes/outcome';
import { ATTEMPTS, planRetry } from '../../../nodes/AgentSuite/transport/retry';
import { RetryQuota } from '../../../nodes/AgentSuite/transport/account/retryQuota';
import { outcomeOf, requestOf } from '../../support/requests';
import { leadGet } from '../../../nodes/AgentSuite/resources/operations';
import { steadyClock } from '../../../nodes/AgentSuite/transport/clock';

describe('when a request is sent again', () => {
	const throttled = outcomeOf({ retry: 'throttled' });
	const down = outcomeOf({ retry: 'unavailable', fate: 'unclear' });
	const timeout = outcomeOf({ retry: 'timeout', fate: 'unclear' });
	const unsent = outcomeOf({ retry: 'connection', fate: 'unsent' });
	const lost = outcomeOf({ retry: 'connection', fate: 'unclear' });
	const times = (count: number, outcome: Outcome) => Array<Outcome>(count).fill(outcome);

	/** What follows after these, the last of which has just failed. */
	function after(
		outcomes: Outcome[],
		{ effect = 'read' as Effect, deadline = undefined as number | undefined, random = 0.5 } = {},
	) {
		const request = requestOf({ ...leadGet, effect }, { deadline });
		const plan = planRetry(
			{ request, outcomes, account: { retries: new RetryQuota() } },
			500,
			random,
		);
		return plan && 'afterMs' in plan ? plan.afterMs : undefined;
	}

	it('429: when the rate limiter says so, whatever its effect, as long as Max Wait lasts', () => {
		for (const effect of ['read', 'update', 'create'] as const) {
			expect(after([throttled], { effect })).toBe(0);
			expect(after(times(1000, throttled), { effect })).toBe(0);
		}
	});

	it.each([down, lost, timeout])('%j: not for what must not run twice', (outcome) => {
		expect(after([outcome])).toBe(250);
		expect(after([outcome], { effect: 'update' })).toBe(250);
		expect(after([outcome], { effect: 'create' })).toBeUndefined();
	});

	it('a connection that was never made: also for what must not run twice', () => {
		expect(after([unsent], { effect: 'create' })).toBe(250);
		expect(after(times(4, unsent), { effect: 'create' })).toBeUndefined();
	});

	it('attempts are limited, timeouts most, and those with a 429 do not count', () => {
		expect(after(times(4, down))).toBeUndefined();
		expect(after([...times(2, throttled), ...times(2, down)])).toBe(500);
		expect(after(times(2, timeout))).toBeUndefined();
		// A 503, and then a first timeout, or the other way round.
		expect(after([down, timeout])).toBe(500);
		expect(after([timeout, down, down])).toBe(1000);
	});

	it('none where it cannot help, or where a poll has too little time', () => {
		expect(after([outcomeOf()])).toBeUndefined();
		expect(after([down], { deadline: steadyClock.now() + 1000 })).toBeUndefined();
	});

	it('takes one out of the retry quota, and says if none is left, but not after a 429', () => {
		const account = { retries: new RetryQuota() };
		const plan = (outcome: Outcome) =>
			planRetry({ request: requestOf(leadGet), outcomes: [outcome], account }, 500, 0.5);
		for (let taken = 0; taken < 128; taken++) expect(plan(down)).toMatchObject({ isTaken: true });
		const headline = 'Request not sent, because many other requests failed as well';
		expect(plan(down)).toMatchObject({ notSent: { headline } });
		expect(plan(throttled)).toEqual({ afterMs: 0, isTaken: false });
		account.retries.putBack();
		expect(plan(outcomeOf())).toBeUndefined();
		expect(plan(down)).toEqual({ afterMs: 250, isTaken: true });
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
						const afterMs = after(outcomes, { effect, random });
						if (afterMs === undefined) break;
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
