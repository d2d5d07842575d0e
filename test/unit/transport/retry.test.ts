import fc from 'fast-check';

import type { Effect } from '../../../nodes/AgentSuite/model/endpoint';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
import type { Failure, Outcome } from '../../../nodes/AgentSuite/transport/outcomes/outcome';
import { delayOfRetry, takeTicket } from '../../../nodes/AgentSuite/transport/retry';
import { AFTER_429_MS, MaxWait } from '../../../nodes/AgentSuite/transport/run/maxWait';
import { RETRIES } from '../../../nodes/AgentSuite/transport/tuning';
import { Accounts } from '../../../nodes/AgentSuite/transport/account/accounts';
import { outcomeOf, requestOf } from '../../support/requests';
import { leadGet } from '../../../nodes/AgentSuite/resources/operations';
import { steadyClock } from '../../../nodes/AgentSuite/transport/clock';

describe('when a request is sent again', () => {
	const throttled = outcomeOf({ fate: 'throttled' });
	const down = outcomeOf({ retry: 'often', fate: 'unclear' });
	const timeout = outcomeOf({ retry: 'once', fate: 'unclear' });
	const unsent = outcomeOf({ retry: 'often', fate: 'unsent' });
	const lost = outcomeOf({ retry: 'often', fate: 'unclear' });
	const times = (count: number, outcome: Outcome) => Array<Outcome>(count).fill(outcome);

	/** What follows after these, the last of which has just failed. */
	function after(
		outcomes: Outcome[],
		{
			effect = 'read' as Effect,
			deadline = undefined as number | undefined,
			random = 0.5,
			maxWait = new MaxWait(1000, { ms: 0 }),
		} = {},
	) {
		const request = requestOf({ ...leadGet, effect }, { deadline });
		const account = new Accounts(undefined, () => random).of('any', 0);
		return delayOfRetry({ request, outcomes, account, maxWait }, outcomes.at(-1) as Failure);
	}

	it('429: when the rate limiter says so, whatever its effect, as long as Max Wait lasts', () => {
		for (const effect of ['read', 'update', 'create'] as const) {
			expect(after([throttled], { effect })).toBe(0);
			expect(after(times(1000, throttled), { effect })).toBe(0);
		}
		const maxWait = new MaxWait(1000, { ms: 0 });
		maxWait.note(1000 + AFTER_429_MS - 1, 'own');
		expect(after([throttled], { maxWait })).toBe(0);
		maxWait.note(1, 'own');
		expect(after([throttled], { maxWait })).toBeUndefined();
	});

	it.each([down, lost, timeout])('%j: not for what must not run twice', (outcome) => {
		expect(after([outcome])).toBe(500);
		expect(after([outcome], { effect: 'update' })).toBe(500);
		expect(after([outcome], { effect: 'create' })).toBeUndefined();
	});

	it('a connection that was never made: also for what must not run twice', () => {
		expect(after([unsent], { effect: 'create' })).toBe(500);
		expect(after(times(4, unsent), { effect: 'create' })).toBeUndefined();
	});

	it('a service that asks for a pause: when the rate limiter says so', () => {
		const problem = new Problem({
			kind: 'status',
			message: 'It is down',
			description: '',
			retryAfterMs: 3000,
		});
		expect(after([{ ...down, problem }])).toBe(0);
		expect(after([{ ...down, problem }], { effect: 'create' })).toBeUndefined();
		expect(after(times(4, { ...down, problem }))).toBeUndefined();
	});

	it('attempts are limited, timeouts most, and those with a 429 do not count', () => {
		expect(after(times(4, down))).toBeUndefined();
		expect(after([...times(2, throttled), ...times(2, down)])).toBe(1000);
		expect(after(times(2, timeout))).toBeUndefined();
		// A 503, and then a first timeout, or the other way round.
		expect(after([down, timeout])).toBe(1000);
		expect(after([timeout, down, down])).toBe(2000);
	});

	it('none where it cannot help, or where a poll has too little time', () => {
		expect(after([outcomeOf()])).toBeUndefined();
		expect(after([down], { deadline: steadyClock.now() + 1000 })).toBeUndefined();
	});

	it('takes a ticket of the retry quota, and after a 429 needs none', () => {
		const account = new Accounts(undefined, () => 0.5).of('any', 0);
		const ticketAfter = (...outcomes: Outcome[]) => takeTicket(outcomes, account);
		const ticket = ticketAfter(down);
		while (account.retries.take());
		expect(() => ticketAfter(down)).toThrow('many other requests failed as well');
		expect(ticketAfter()).toBeUndefined();
		expect(ticketAfter(throttled)).toBeUndefined();
		expect(ticketAfter(down, throttled)).toBeUndefined();
		ticket?.giveBack();
		expect(ticketAfter(down)).toBeDefined();
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
						expect(afterMs).toBeLessThanOrEqual(4000);
					}
					const failed = outcomes.filter((outcome) => outcome !== throttled);
					expect(failed.length).toBeLessThanOrEqual(1 + RETRIES.often);
				},
			),
		);
	});
});
