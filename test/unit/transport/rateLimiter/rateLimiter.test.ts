import fc from 'fast-check';

import {
	RateLimiter,
	type QueuedRequest,
	type Reply,
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

const anyReply: fc.Arbitrary<Reply> = fc.constantFrom<Reply>(
	'answered',
	'lost',
	'unsent',
	{},
	{ retryAfterMs: 300 },
	{ retryAfterMs: 3000 },
);

/**
 * Asks again at the returned times until all got through. A request that did not is sent again. Each gets an immediate response:
 * one of `replies`, or in the end a success.
 */
function runAll(
	limiter: OneCredential,
	requests: QueuedRequest[],
	from: number,
	lag: () => number,
	replies: Reply[],
): Array<{ time: number; isThrough: boolean; isCounted: boolean }> {
	const left = requests.map((queued, order) => ({ queued, order, time: from }));
	const departures = [];
	while (left.length > 0) {
		left.sort((a, b) => a.time - b.time || a.order - b.order);
		const first = left[0];
		const { time } = first;
		const wait = limiter.tryAcquire(first.queued, time);
		if (wait) {
			expect(wait.askAgainMs).toBeGreaterThan(0);
			first.time += Math.ceil(wait.askAgainMs) + lag();
			continue;
		}
		const reply = replies.shift() ?? 'answered';
		limiter.report(first.queued, time, reply);
		const isThrough = reply === 'answered';
		departures.push({ time, isThrough, isCounted: isThrough || reply === 'lost' });
		if (isThrough) left.shift();
		else first.queued = limiter.enqueue(time);
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

const off: Limits = { minute: 0, hour: 0, day: 0 };
/** A limiter without limits. */
const free = () => new OneCredential(off, real, middle);
/** Sends a request, to which the service responds 1 ms later. */
function exchange(limiter: OneCredential, now: number, reply: Reply): void {
	limiter.report(go(limiter, now), now + 1, reply);
}

describe('the windows', () => {
	it('never contain more than their limit, however late callers wake, and every request is sent', () => {
		fc.assert(
			fc.property(
				anyLimits,
				fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }),
				fc.array(fc.nat(50), { minLength: 1 }),
				fc.array(fc.boolean(), { minLength: 1 }),
				fc.array(anyReply, { maxLength: 30 }),
				(limits, gaps, lags, released, replies) => {
					const limiter = new OneCredential(limits, short);
					let now = START;
					const requests = gaps.map((gap) => limiter.enqueue((now += gap)));
					const kept = requests.filter((queued, index) => {
						if (!released[index % released.length]) return true;
						limiter.leave(queued);
						return false;
					});
					let turn = 0;
					const lag = () => lags[turn++ % lags.length];
					const departures = runAll(limiter, kept, now, lag, [...replies]);
					expect(departures.filter(({ isThrough }) => isThrough)).toHaveLength(kept.length);
					// The service counts no 429, and not what was not sent.
					const counted = departures.filter(({ isCounted }) => isCounted).map(({ time }) => time);
					counted.forEach((time, index) =>
						expect(fits(counted.slice(0, index), time, limits)).toBe(true),
					);
					expect(stateOf(limiter, now)).toMatchObject({ waiting: 0, inFlight: 0 });
				},
			),
		);
	});

	it('open for a burst that fits, with any number in flight', () => {
		const limiter = new OneCredential({ minute: 100, hour: 1000, day: 10_000 }, real);
		for (let index = 0; index < 100; index++) go(limiter, START);
		expect(stateOf(limiter, START)).toMatchObject({ counted: 100, inFlight: 100 });
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

it('a request that was not sent gives its slot back, and those that wait move up', () => {
	const limiter = new OneCredential({ minute: 1, hour: 0, day: 0 }, short);
	const unsent = go(limiter, START);
	const waiting = limiter.enqueue(START);
	expect(limiter.tryAcquire(waiting, START)?.askAgainMs).toBe(span);
	limiter.report(unsent, START + 1, 'unsent');
	expect(stateOf(limiter, START + 1)).toMatchObject({ counted: 0, inFlight: 0 });
	expect(limiter.tryAcquire(waiting, START + 2)).toBeUndefined();
});

describe('a 429', () => {
	it('makes all wait as long as the service asks, those that wait already too', () => {
		const limiter = free();
		const refused = go(limiter, START + 1);
		const waiting = Array.from({ length: 3 }, () => limiter.enqueue(START + 2));
		limiter.report(refused, START + 5, { retryAfterMs: 900 });
		for (const queued of waiting) {
			expect(limiter.tryAcquire(queued, START + 6)).toEqual({
				askAgainMs: 895,
				earliestAt: START + 901,
				limit: 'pause',
			});
		}
		expect(limiter.tryAcquire(waiting[0], START + 901)).toBeUndefined();
	});

	it('takes no slot', () => {
		const limiter = new OneCredential({ minute: 1, hour: 0, day: 0 }, short, middle);
		exchange(limiter, START, {});
		expect(waitOf(limiter, START + 500)).toBeLessThanOrEqual(1);
	});

	it('ends no later than its own time after the first of its burst', () => {
		const limiter = free();
		const burst = Array.from({ length: 25 }, (_, index) => go(limiter, START + index));
		burst.forEach((queued, index) =>
			limiter.report(queued, START + 30 + 10 * index, { retryAfterMs: 5000 }),
		);
		expect(stateOf(limiter, START + 300).pausedUntil).toBeLessThanOrEqual(START + 30 + 5000);
	});

	it('that asks for less than an earlier one does not end its pause, one that asks for more extends it', () => {
		const limiter = free();
		const refused = [1, 2, 3].map(() => go(limiter, START));
		[900, 700, 1500].forEach((retryAfterMs, index) =>
			limiter.report(refused[index], START + index, { retryAfterMs }),
		);
		expect(stateOf(limiter, START + 4).pausedUntil).toBe(START + 1500);
	});

	it('without a time is followed by a backoff of our own: exponential to 8 s, with full jitter', () => {
		const limiter = new OneCredential(off, real, () => 1);
		let now = START;
		const waits = Array.from({ length: 6 }, () => {
			exchange(limiter, now, {});
			const queued = limiter.enqueue(now + 1);
			const wait = limiter.tryAcquire(queued, now + 1)!;
			limiter.leave(queued);
			now = wait.earliestAt;
			return [wait.limit, wait.askAgainMs];
		});
		expect(waits).toEqual([1, 2, 4, 8, 8, 8].map((seconds) => ['backoff', seconds * 1000]));
		// A request that gets through makes the next one short again.
		exchange(limiter, now, 'answered');
		exchange(limiter, now + 2, {});
		expect(waitOf(limiter, now + 3)).toBe(1000);
		expect(waitOf(new OneCredential(off, real, () => 0), now)).toBe(0);
	});

	it('asks for no less than the backoff, so a service that asks for a moment is not asked all the time', () => {
		const limiter = new OneCredential(off, real, () => 1);
		exchange(limiter, START, { retryAfterMs: 1 });
		expect(waitOf(limiter, START + 1)).toBe(1000);
	});

	it('is one burst with all that were sent before it came', () => {
		const limiter = new OneCredential(off, real, () => 1);
		const burst = Array.from({ length: 10 }, () => go(limiter, START));
		for (const queued of burst) limiter.report(queued, START + 1, {});
		expect(waitOf(limiter, START + 1)).toBe(1000);
	});

	it('goes on after the response to a request that was sent before it', () => {
		const limiter = free();
		const earlier = go(limiter, START);
		exchange(limiter, START, { retryAfterMs: 900 });
		limiter.report(earlier, START + 4, 'answered');
		expect(stateOf(limiter, START + 5).pausedUntil).toBe(START + 900);
	});

	it('ends when a test of the credential gets a response', () => {
		const limiter = free();
		exchange(limiter, START, { retryAfterMs: 3_600_000 });
		limiter.endPause();
		expect(waitOf(limiter, START + 2)).toBe(0);
	});

	it('is not made of a lost connection', () => {
		const limiter = free();
		exchange(limiter, START, 'lost');
		expect(stateOf(limiter, START + 2)).toMatchObject({ pausedUntil: undefined, inFlight: 0 });
	});
});

describe('the congestion window', () => {
	/** After a burst of 429s, at the end of its pause. */
	const resumes = START + 1001;
	const refused = (also: (limiter: OneCredential) => void = () => {}) => {
		const limiter = free();
		also(limiter);
		exchange(limiter, START, { retryAfterMs: 1000 });
		return limiter;
	};
	/** Sends as many as have room. */
	const fill = (limiter: OneCredential, now: number): QueuedRequest[] => {
		const sent: QueuedRequest[] = [];
		for (;;) {
			const queued = limiter.enqueue(now);
			if (limiter.tryAcquire(queued, now)) {
				limiter.leave(queued);
				return sent;
			}
			sent.push(queued);
		}
	};

	it('is one after a 429, and about one more whenever a full window got through', () => {
		const limiter = refused();
		const sizes = [0, 10, 20, 30, 40, 50].map((later) => {
			const sent = fill(limiter, resumes + later);
			for (const queued of sent) limiter.report(queued, resumes + later + 1, 'answered');
			return sent.length;
		});
		expect(sizes).toEqual([1, 2, 2, 3, 4, 5]);
	});

	it('says nothing about the end of a wait for it, but when to ask again', () => {
		const limiter = refused();
		fill(limiter, resumes);
		const queued = limiter.enqueue(resumes);
		expect(limiter.tryAcquire(queued, resumes)).toMatchObject({
			earliestAt: resumes,
			limit: 'backoff',
		});
	});

	it('gives its place to the first in the queue, whoever asks first', () => {
		const limiter = refused();
		const [first, second] = [1, 2].map(() => limiter.enqueue(resumes));
		expect(limiter.tryAcquire(second, resumes)?.limit).toBe('backoff');
		expect(limiter.tryAcquire(first, resumes)).toBeUndefined();
	});

	it('only counts what was sent after the 429', () => {
		const limiter = refused((one) => Array.from({ length: 20 }, () => go(one, START)));
		expect(fill(limiter, resumes)).toHaveLength(1);
	});

	it('only grows by what was sent after the 429', () => {
		const earlier: QueuedRequest[] = [];
		const limiter = refused((one) =>
			earlier.push(...Array.from({ length: 20 }, () => go(one, START))),
		);
		for (const queued of earlier) limiter.report(queued, resumes, 'answered');
		expect(fill(limiter, resumes)).toHaveLength(1);
	});

	it('is held by a request without a response for a second', () => {
		const limiter = refused();
		expect(fill(limiter, resumes)).toHaveLength(1);
		expect(fill(limiter, resumes + 999)).toHaveLength(0);
		expect(fill(limiter, resumes + 1000)).toHaveLength(1);
	});

	it('gives the place of a lost or unsent request free, and does not grow by it', () => {
		for (const reply of ['lost', 'unsent'] as const) {
			const limiter = refused();
			exchange(limiter, resumes, reply);
			expect(fill(limiter, resumes + 2)).toHaveLength(1);
		}
	});

	it.each([1000, 300_000])('is forgotten two minutes after a pause of %i ms', (retryAfterMs) => {
		const limiter = new OneCredential({ minute: 50, hour: 0, day: 0 }, real, middle);
		exchange(limiter, START, { retryAfterMs });
		const end = START + retryAfterMs + 120_000;
		expect(fill(limiter, end)).toHaveLength(1);
		expect(fill(limiter, end + 2)).toHaveLength(49);
	});
});

describe('the spread', () => {
	const limits = { minute: 100, hour: 0, day: 0 };
	const realSpan = spanOf(real.minute);
	/** A queue that is never empty. @returns the gaps between departures, ms */
	const busy = (limiter: OneCredential, count: number) => {
		const times: number[] = [];
		for (let now = START; times.length < count;) {
			const queued = limiter.enqueue(now);
			const wait = limiter.tryAcquire(queued, now);
			if (wait) {
				limiter.leave(queued);
				now += Math.ceil(wait.askAgainMs);
				continue;
			}
			limiter.report(queued, now, 'answered');
			times.push(now);
		}
		return times.slice(1).map((time, index) => time - times[index]);
	};

	it('lets a queue that keeps the minute full send evenly after a while', () => {
		const gaps = busy(new OneCredential(limits, real), 4000);
		expect(gaps.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => 0));
		expect(Math.min(...gaps.slice(-100))).toBeGreaterThan(500);
		// No slower than the limit.
		expect(gaps.slice(-100).reduce((sum, gap) => sum + gap)).toBeLessThanOrEqual(realSpan);
	});

	it('lets a burst go immediately if the minute was not full before', () => {
		const limiter = new OneCredential(limits, real);
		busy(limiter, 1000);
		const later = START + 3_600_000;
		for (let index = 0; index < 100; index++) go(limiter, later);
	});
});
