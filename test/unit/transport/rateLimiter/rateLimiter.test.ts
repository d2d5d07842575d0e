import fc from 'fast-check';

import {
	RateLimiter,
	type QueuedRequest,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import {
	type Limits,
	spanOf,
	type WindowName,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';
import { stateOf } from './stateOf';

/** A limiter that one credential uses. */
class OneCredential extends RateLimiter {
	constructor(
		private readonly own: Limits,
		...rest: ConstructorParameters<typeof RateLimiter>
	) {
		super(...rest);
	}

	override enqueue(time: number, limits = this.own): QueuedRequest {
		return super.enqueue(time, limits);
	}
}

const NAMES: WindowName[] = ['minute', 'hour', 'day'];
const START = 1_700_000_000_000;
/** A minute of 60 s is 1.2 s here, an hour 4.8 s, a day 12 s, so that short sequences meet all three. */
const short = { minute: 1200, hour: 4800, day: 12_000 };
const real = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const span = spanOf(short.minute);
const middle = () => 0.5;

const anyLimits: fc.Arbitrary<Limits> = fc.record({
	minute: fc.nat(5),
	hour: fc.nat(9),
	day: fc.nat(15),
});

/** Does one more departure at `time` keep all windows within their limits? The slow, obvious way. */
function fits(departures: number[], time: number, limits: Limits): boolean {
	return NAMES.every(
		(name) =>
			!limits[name] ||
			departures.filter((one) => one > time - spanOf(short[name])).length < limits[name],
	);
}

/** Asks again at the returned times until all have departed. Each request gets an immediate response. */
function runAll(
	limiter: OneCredential,
	requests: QueuedRequest[],
	from: number,
	lag = () => 0,
): number[] {
	const left = requests.map((queued, order) => ({ queued, order, time: from }));
	const departures: number[] = [];
	while (left.length > 0) {
		left.sort((a, b) => a.time - b.time || a.order - b.order);
		const first = left[0];
		const wait = limiter.tryAcquire(first.queued, first.time);
		if (wait) {
			first.time += wait.askAgainMs + lag();
			continue;
		}
		left.shift();
		departures.push(first.time);
		limiter.report(first.queued, first.time, 'answered');
	}
	return departures;
}

/** Sends a request that can be sent immediately. */
function go(limiter: OneCredential, now: number): QueuedRequest {
	const queued = limiter.enqueue(now);
	expect(limiter.tryAcquire(queued, now)).toBeUndefined();
	return queued;
}

/** Wait of a new request, ms. */
function waitOf(limiter: OneCredential, now: number, limits?: Limits): number {
	const queued = limiter.enqueue(now, limits);
	const wait = limiter.tryAcquire(queued, now);
	limiter.leave(queued);
	return (wait?.earliestAt ?? now) - now;
}

/** A limiter that got `count` requests through at START. */
const after = (count: number, limits = { minute: 100, hour: 0, day: 0 }) => {
	const limiter = new OneCredential(limits, short, middle);
	for (let index = 0; index < count; index++) {
		limiter.report(go(limiter, START), START, 'answered');
	}
	return limiter;
};
const refuse = (limiter: OneCredential, now: number, retryAfterMs?: number) =>
	limiter.report(go(limiter, now), now + 1, { retryAfterMs });

describe('the windows', () => {
	it('never contain more than their limit, however late callers wake, and every request is sent', () => {
		fc.assert(
			fc.property(
				anyLimits,
				fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }),
				fc.array(fc.nat(50), { minLength: 1 }),
				fc.array(fc.boolean(), { minLength: 1 }),
				(limits, gaps, lags, released) => {
					const limiter = new OneCredential(limits, short);
					let now = START;
					const requests = gaps.map((gap) => limiter.enqueue((now += gap)));
					const kept = requests.filter((queued, index) => {
						if (!released[index % released.length]) return true;
						limiter.leave(queued);
						return false;
					});
					let turn = 0;
					const departures = runAll(limiter, kept, now, () => lags[turn++ % lags.length]);
					expect(departures).toHaveLength(kept.length);
					departures.forEach((time, index) =>
						expect(fits(departures.slice(0, index), time, limits)).toBe(true),
					);
					expect(stateOf(limiter, now)).toMatchObject({ waiting: 0, inFlight: 0 });
				},
			),
		);
	});

	it('open for a burst that fits, with any number in flight', () => {
		const limiter = new OneCredential({ minute: 100, hour: 1000, day: 10_000 }, real);
		for (let index = 0; index < 100; index++) go(limiter, START);
		expect(stateOf(limiter, START)).toMatchObject({ used: 100, inFlight: 100 });
		expect(waitOf(limiter, START)).toBe(61_000);
		// The places reset without any response.
		for (let index = 0; index < 5; index++) go(limiter, START + 62_000 + index * 100);
	});

	it('name the limit that makes a request wait, and when it opens', () => {
		const limiter = new OneCredential({ minute: 2, hour: 3, day: 0 }, short);
		const requests = Array.from({ length: 5 }, () => limiter.enqueue(START));
		const waits = requests.map((queued) => limiter.tryAcquire(queued, START));
		const hour = START + spanOf(short.hour);
		expect(waits).toEqual([
			undefined,
			undefined,
			{ askAgainMs: span, earliestAt: START + span, limit: 'minute' },
			{ askAgainMs: hour - START, earliestAt: hour, limit: 'hour' },
			{ askAgainMs: hour - START, earliestAt: hour, limit: 'hour' },
		]);
	});

	it('open once for each span, for a queue of any length', () => {
		const limiter = new OneCredential({ minute: 2, hour: 0, day: 0 }, short);
		const requests = Array.from({ length: 6 }, () => limiter.enqueue(START));
		const waits = requests.map((queued) => limiter.tryAcquire(queued, START));
		const spans = waits.map((wait) => (wait ? (wait.earliestAt - START) / span : 0));
		expect(spans).toEqual([0, 0, 1, 1, 2, 2]);
	});

	it('open once for each span from now on, if they were full long ago', () => {
		const limiter = new OneCredential({ minute: 2, hour: 0, day: 0 }, short);
		for (let index = 0; index < 2; index++) go(limiter, START);
		const later = START + 3 * span;
		const requests = Array.from({ length: 4 }, () => limiter.enqueue(later));
		const fromLast = requests.toReversed().map((queued) => limiter.tryAcquire(queued, later));
		const waits = fromLast.toReversed();
		const spans = waits.map((wait) => (wait ? (wait.earliestAt - later) / span : 0));
		expect(spans).toEqual([0, 0, 1, 1]);
	});

	it('are off at 0', () => {
		const limiter = new OneCredential({ minute: 0, hour: 0, day: 0 }, short);
		for (let index = 0; index < 50; index++) go(limiter, START);
		expect(waitOf(limiter, START)).toBe(0);
		// They count as soon as another credential of the account has a limit.
		expect(waitOf(limiter, START, { minute: 50, hour: 0, day: 0 })).toBe(span);
	});
});

describe('two credentials of one account', () => {
	const loose = { minute: 5, hour: 0, day: 0 };
	const strict = { minute: 2, hour: 4, day: 0 };

	it('share the stricter limits while both are in use, and the looser ones a minute later', () => {
		const limiter = new OneCredential(loose, short);
		go(limiter, START);
		// It goes immediately, too.
		expect(waitOf(limiter, START, strict)).toBe(0);
		// Also for a request with the looser limits.
		expect(waitOf(limiter, START + 2)).toBe(span - 2);
		const waiting = limiter.enqueue(START + 3, strict);
		limiter.tryAcquire(waiting, START + short.minute + 3);
		expect(waitOf(limiter, START + short.minute + 4)).toBeGreaterThan(0);
		limiter.leave(waiting);
		const later = START + 3 * short.minute;
		for (let index = 0; index < 5; index++) go(limiter, later);
	});

	it('share the stricter limits whichever was used first', () => {
		const limiter = new OneCredential(strict, short);
		go(limiter, START);
		// It goes immediately, too.
		expect(waitOf(limiter, START, loose)).toBe(0);
		expect(waitOf(limiter, START, loose)).toBe(span);
	});

	it('count the requests of the day for the one that limits it, also while only the other is in use', () => {
		const daily = { minute: 0, hour: 0, day: 3 };
		const limiter = new OneCredential(loose, short);
		limiter.tryAcquire(limiter.enqueue(START, daily), START);
		go(limiter, START + 1);
		go(limiter, START + 3 * short.minute);
		expect(waitOf(limiter, START + short.hour, daily)).toBe(spanOf(short.day) - short.hour);
	});

	it('do not make the limiter forget what it has learned', () => {
		const limiter = new OneCredential(loose, short, middle);
		for (let index = 0; index < 3; index++) limiter.report(go(limiter, START), START, 'answered');
		limiter.report(go(limiter, START), START + 1, {});
		for (let turn = 0; turn < 4; turn++) {
			expect(stateOf(limiter, START + 2 + turn).share).toBe(3);
			waitOf(limiter, START + 2 + turn, turn % 2 ? strict : { minute: 9, hour: 0, day: 0 });
		}
		const later = START + span + 10;
		const request = limiter.enqueue(later, strict);
		expect(limiter.tryAcquire(request, later)).toBeUndefined();
		limiter.report(request, later, 'answered');
		expect(stateOf(limiter, later).share).toBe(3);
	});
});

it('a request only asks while it is in the queue', () => {
	const limiter = new OneCredential({ minute: 1, hour: 0, day: 0 }, short);
	const sent = go(limiter, START);
	const gaveUp = limiter.enqueue(START);
	limiter.leave(gaveUp);
	const waiting = limiter.enqueue(START);
	// It has left already, and takes nobody else with it.
	limiter.leave(sent);
	for (const gone of [sent, gaveUp]) {
		expect(() => limiter.tryAcquire(gone, START + span)).toThrow('not in the queue');
	}
	expect(limiter.tryAcquire(waiting, START + span)).toBeUndefined();
});

describe('a request that was not sent', () => {
	it('gives its slot back, and those that wait move up', () => {
		const limiter = new OneCredential({ minute: 1, hour: 0, day: 0 }, short);
		const unsent = go(limiter, START);
		const waiting = limiter.enqueue(START);
		expect(limiter.tryAcquire(waiting, START)?.askAgainMs).toBe(span);
		limiter.report(unsent, START + 1, 'unsent');
		expect(stateOf(limiter, START + 1)).toMatchObject({ used: 0, inFlight: 0 });
		expect(limiter.tryAcquire(waiting, START + 2)).toBeUndefined();
	});

	it('was no probe, so the share does not grow', () => {
		const limiter = new OneCredential({ minute: 100, hour: 0, day: 0 }, short, middle);
		limiter.report(go(limiter, START), START, { retryAfterMs: 900 });
		const probe = go(limiter, START + 900);
		expect(stateOf(limiter, START + 900)).toMatchObject({ share: 1, used: 1 });
		limiter.report(probe, START + 901, 'unsent');
		expect(stateOf(limiter, START + 901)).toMatchObject({ share: 0, used: 0 });
	});

	it('was within our slots, so the share stays as it is', () => {
		const limiter = after(3);
		refuse(limiter, START);
		limiter.report(go(limiter, START + span), START + span, 'unsent');
		expect(stateOf(limiter, START + span).share).toBe(3);
	});

	it('takes no slot away that a 429 has taken already', () => {
		const limiter = after(0);
		const refused = [go(limiter, START), go(limiter, START)];
		const late = START + span;
		limiter.report(refused[0], late, { retryAfterMs: 900 });
		const probe = go(limiter, late + 900);
		limiter.report(refused[1], late + 901, {});
		limiter.report(probe, late + 902, 'unsent');
		expect(stateOf(limiter, late + 902).share).toBe(0);
	});

	it('begins no share, if that of its probe has ended', () => {
		const limiter = after(0, { minute: 3, hour: 0, day: 0 });
		const early = go(limiter, START);
		refuse(limiter, START, 900);
		limiter.report(go(limiter, START + 901), START + 901, 'answered');
		const probe = go(limiter, START + 902);
		limiter.report(early, START + 903, 'answered');
		limiter.report(probe, START + 904, 'unsent');
		expect(stateOf(limiter, START + 904).share).toBeUndefined();
	});

	it('did not try whether a long pause is over, so the next one can', () => {
		const limiter = new OneCredential({ minute: 100, hour: 0, day: 0 }, short, middle);
		limiter.report(go(limiter, START), START, { retryAfterMs: 20_000 });
		const trial = START + short.hour;
		limiter.report(go(limiter, trial), trial + 1, 'unsent');
		// This one is sent, so there is no other for an hour.
		limiter.report(go(limiter, trial + 2), trial + 3, 'failed');
		expect(waitOf(limiter, trial + 4)).toBe(START + 20_000 - trial - 4);
	});
});

describe('a 429', () => {
	it('makes all wait as long as the service asks, those that wait already too', () => {
		const limiter = after(30);
		const refused = go(limiter, START + 1);
		const waiting = Array.from({ length: 3 }, () => limiter.enqueue(START + 2));
		limiter.report(refused, START + 5, { retryAfterMs: 900 });
		for (const queued of waiting) {
			expect(limiter.tryAcquire(queued, START + 6)).toMatchObject({
				earliestAt: START + 905,
				limit: 'pause',
			});
		}
		expect(stateOf(limiter, START + 6)).toMatchObject({ share: 30, pausedUntil: START + 905 });
	});

	it('that asks for less than an earlier one does not end its pause', () => {
		const limiter = after(30);
		const refused = [go(limiter, START + 1), go(limiter, START + 1)];
		limiter.report(refused[0], START + 2, { retryAfterMs: 900 });
		limiter.report(refused[1], START + 3, { retryAfterMs: 100 });
		expect(stateOf(limiter, START + 4).pausedUntil).toBe(START + 902);
	});

	it('that asks for more than an earlier one holds up the first in the queue too', () => {
		const limiter = after(30);
		const refused = [go(limiter, START + 1), go(limiter, START + 1)];
		limiter.report(refused[0], START + 2, { retryAfterMs: 100 });
		limiter.report(refused[1], START + 3, { retryAfterMs: 900 });
		expect(waitOf(limiter, START + 103)).toBe(800);
	});

	it('goes on after the response to a request that was sent before it', () => {
		const limiter = after(30);
		const earlier = go(limiter, START + 1);
		refuse(limiter, START + 2, 900);
		limiter.report(earlier, START + 4, 'answered');
		expect(stateOf(limiter, START + 5).pausedUntil).toBe(START + 903);
	});

	it('for longer than an hour is respected, and probed by one request per hour', () => {
		const limiter = after(30);
		refuse(limiter, START + 1, 20_000);
		const until = START + 20_002;
		expect(waitOf(limiter, START + 10)).toBe(until - START - 10);
		const trial = START + 2 + short.hour;
		expect(waitOf(limiter, trial - 1)).toBe(until - trial + 1);
		// Only the first in the queue is that request.
		const [first, second] = [limiter.enqueue(trial), limiter.enqueue(trial)];
		expect(limiter.tryAcquire(second, trial)).toMatchObject({ earliestAt: until, limit: 'pause' });
		limiter.leave(second);
		limiter.leave(first);
		const queued = go(limiter, trial);
		expect(waitOf(limiter, trial + 1)).toBe(until - trial - 1);
		limiter.report(queued, trial + 2, { retryAfterMs: until - trial - 2 });
		expect(waitOf(limiter, trial + 3)).toBe(until - trial - 3);
		// The service has changed its mind: the pause is over.
		const next = trial + 2 + short.hour;
		limiter.report(go(limiter, next), next + 1, 'answered');
		expect(stateOf(limiter, next + 2).pausedUntil).toBeUndefined();
	});

	it.each([
		['fails', 'failed'],
		['is lost', 'lost'],
	] as const)('for longer than an hour goes on if the trial %s, until the next one', (_, reply) => {
		const limiter = after(30);
		refuse(limiter, START + 1, 20_000);
		const until = START + 20_002;
		const trial = START + 2 + short.hour;
		limiter.report(go(limiter, trial), trial + 2, reply);
		expect(stateOf(limiter, trial + 3)).toMatchObject({ pausedUntil: until, inFlight: 0 });
		expect(waitOf(limiter, trial + 3)).toBe(until - trial - 3);
		expect(waitOf(limiter, trial + short.hour)).toBe(0);
	});

	it('for longer than an hour ends when it was to end, also if the trial is refused without a time', () => {
		const limiter = after(30);
		refuse(limiter, START + 1, 1.5 * short.hour);
		const until = START + 2 + 1.5 * short.hour;
		const trial = START + 2 + short.hour;
		refuse(limiter, trial);
		const next = limiter.enqueue(trial + 2);
		expect(limiter.tryAcquire(next, trial + 2)).toMatchObject({
			earliestAt: until,
			limit: 'pause',
		});
		expect(limiter.tryAcquire(next, until)).toBeUndefined();
	});

	it('that began a pause leaves it as it is when a request of its own time was not sent after all', () => {
		const limiter = after(30);
		const unsent = go(limiter, START + 1);
		limiter.report(go(limiter, START + 1), START + 1, { retryAfterMs: 20_000 });
		limiter.report(unsent, START + 2, 'unsent');
		expect(waitOf(limiter, START + 3)).toBe(START + 20_001 - START - 3);
	});

	it('leaves nothing behind once a trial got through, so a later 429 does not wait for its next trial', () => {
		const limiter = after(30);
		refuse(limiter, START + 1, 20_000);
		const trial = START + 2 + short.hour;
		limiter.report(go(limiter, trial), trial + 1, 'answered');
		// No slot is left then.
		const later = trial + 2 * short.minute;
		refuse(limiter, later);
		expect(waitOf(limiter, later + 2)).toBeLessThanOrEqual(short.minute);
	});

	it('is not made of a lost connection', () => {
		const limiter = after(30);
		limiter.report(go(limiter, START + 1), START + 9000, 'lost');
		expect(stateOf(limiter, START + 9000)).toMatchObject({ share: undefined, inFlight: 0 });
	});
});

describe('a share', () => {
	const slots = (limiter: RateLimiter, now: number) => stateOf(limiter, now).share;
	/** When others are known to use the token, and no slot is left. */
	const known = START + 1.5 * short.minute;
	const withOthers = (retryAfterMs?: number) => {
		const limiter = after(0);
		refuse(limiter, START);
		refuse(limiter, known, retryAfterMs);
		return limiter;
	};

	it('begins with what got through, also without a limit per minute', () => {
		const limiter = after(3, { minute: 0, hour: 0, day: 0 });
		const earlier = go(limiter, START);
		refuse(limiter, START);
		limiter.report(earlier, START + 2, 'answered');
		expect(slots(limiter, START + 2)).toBe(4);
	});

	it('of two lets the third in the queue be the probe, whoever asks first', () => {
		const limiter = after(2);
		refuse(limiter, START);
		const [first, second, third] = [1, 2, 3].map(() => limiter.enqueue(START + span));
		for (const queued of [third, second, first]) limiter.tryAcquire(queued, START + span);
		expect([first, second, third].map(({ isProbe }) => isProbe)).toEqual([false, false, true]);
	});

	it('without a slot gives the free probe to the first in the queue, whoever asks first', () => {
		const limiter = after(0);
		refuse(limiter, START, 900);
		const [first, second] = [1, 2].map(() => limiter.enqueue(START + 901));
		expect(limiter.tryAcquire(second, START + 901)?.askAgainMs).toBeGreaterThan(0);
		expect(limiter.tryAcquire(first, START + 901)).toBeUndefined();
	});

	it('is never less than no slot', () => {
		const limiter = after(0);
		const refused = [go(limiter, START), go(limiter, START)];
		// So late that no slot is in use.
		const late = START + span;
		for (const queued of refused) limiter.report(queued, late, { retryAfterMs: 900 });
		expect(slots(limiter, late)).toBe(0);
		expect(waitOf(limiter, late + 900)).toBe(0);
	});

	it('grows by probes that get through, also with a 5xx, and ends at the limit', () => {
		const limiter = after(2, { minute: 5, hour: 0, day: 0 });
		refuse(limiter, START, 900);
		const now = START + 901;
		limiter.report(go(limiter, now), now, 'failed');
		expect(slots(limiter, now)).toBe(3);
		// It has earned two more.
		const [first, second] = [go(limiter, now + 1), go(limiter, now + 2)];
		limiter.report(first, now + 3, 'lost');
		expect(slots(limiter, now + 3)).toBe(5);
		limiter.report(second, now + 3, 'answered');
		expect(slots(limiter, now + 3)).toBeUndefined();
	});

	it('does not end by a rest while a 429 is new, however late it came', () => {
		const limiter = after(0);
		const refused = go(limiter, START);
		limiter.report(refused, START + 3 * short.minute, {});
		limiter.leave(limiter.enqueue(START + 3 * short.minute + 1));
		expect(slots(limiter, START + 3 * short.minute + 1)).toBe(0);
	});

	it('begins anew after a rest, with what it tried before forgotten', () => {
		const limiter = after(0);
		refuse(limiter, START);
		limiter.report(go(limiter, START + 100), START + 101, 'lost');
		const later = START + 4 * short.minute;
		refuse(limiter, later);
		expect(waitOf(limiter, later + 1)).toBeLessThan(short.minute / 20);
	});

	it('begins after a pause at once if it has no slot, although others are known', () => {
		expect(waitOf(withOthers(900), known + 901)).toBe(0);
	});

	it('leaves the time after a pause to others, if it has slots', () => {
		const limiter = after(40);
		refuse(limiter, START);
		refuse(limiter, known, 900);
		const resumes = known + 901;
		for (let left = slots(limiter, resumes)!; left > 0; left--) go(limiter, resumes);
		// More than 0.2 minutes for the next probe, from then on.
		expect(waitOf(limiter, resumes)).toBeGreaterThan(short.minute / 5);
	});

	it('begins after a rest with five probes and no slot, if others are known', () => {
		const limiter = withOthers();
		const later = known + 3 * short.minute;
		for (let turn = 0; turn < 10; turn++) limiter.leave(limiter.enqueue(later));
		expect(slots(limiter, later)).toBe(0);
		go(limiter, later);
		// The others follow in turn.
		const pace = waitOf(limiter, later);
		expect(pace).toBeGreaterThan(0);
		for (let probe = 1; probe <= 4; probe++) go(limiter, later + probe * pace);
		// Then one of these slots is the next.
		expect(waitOf(limiter, later + 5 * pace)).toBe(span - 5 * pace);
	});

	it('with a long queue asks less often, because that costs time', () => {
		const limiter = after(0);
		refuse(limiter, START, 900);
		go(limiter, START + 901);
		const queue = Array.from({ length: 50 }, () => limiter.enqueue(START + 901));
		const asksAgain = queue.map((queued) => limiter.tryAcquire(queued, START + 901)?.askAgainMs);
		expect([asksAgain[0], asksAgain[49]]).toEqual([1, 49]);
	});
});
