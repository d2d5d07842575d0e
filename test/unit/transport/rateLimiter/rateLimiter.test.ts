import fc from 'fast-check';

import { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { Congestion } from '../../../../nodes/AgentSuite/transport/rateLimiter/congestion';
import { SentLog, SPANS } from '../../../../nodes/AgentSuite/transport/rateLimiter/sentLog';
import {
	Turn,
	type Limits,
	type Pause,
	type Reply,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import { enqueue, NO_LIMITS, pause } from '../../../support/limiter';

const START = 1_700_000_000_000;
/** Short windows, so that short sequences meet all three. */
const spans = { minute: 1260, hour: 5040, day: 12_600 };
const NAMES = Object.keys(spans) as Array<keyof Limits>;
const off = NO_LIMITS;

/** A limiter whose backoffs are as long as they can be, or none. */
const longest = (limits = off) => new RateLimiter(limits, undefined, undefined, () => 1);
const withoutBackoff = (limits = off) => new RateLimiter(limits, undefined, undefined, () => 0);

/** Sends a request that can be sent immediately. */
function go(limiter: RateLimiter, now: number): Turn {
	const turn = new Turn();
	expect(limiter.ask(turn, now)).toBeUndefined();
	return turn;
}

/** Sends a request, to which the service responds immediately. */
const exchange = (limiter: RateLimiter, now: number, reply: Reply) =>
	limiter.noteReply(go(limiter, now), reply, now);

/** What a new request would wait for, and for how long, ms. */
function waitOf(limiter: RateLimiter, now: number) {
	const queued = new Turn();
	const wait = limiter.ask(queued, now);
	limiter.leave(queued);
	return wait && [wait.reason, wait.ms];
}

/** Sends as many as can be sent now, up to 20. */
function fill(limiter: RateLimiter, now: number): Turn[] {
	const filling: Turn[] = [];
	while (filling.length < 20) {
		const queued = new Turn();
		if (limiter.ask(queued, now)) {
			limiter.leave(queued);
			break;
		}
		filling.push(queued);
	}
	return filling;
}

test('a pause that ends with the backoff is what is named, because the service has asked for it', () => {
	const limiter = longest();
	limiter.noteReply(go(limiter, START), 'throttled', START, {
		reason: 'tooManyRequests',
		ms: 1000,
	});
	expect(waitOf(limiter, START)).toEqual(['tooManyRequests', 1000]);
});

test('the log forgets what was sent a day ago', () => {
	const log = new SentLog(off, spans);
	const sent = () => log['sent'].map(({ at }) => at);
	for (const at of [START, START + 1, START + spans.day]) log.add(new Turn(), at);
	expect(sent()).toEqual([START + 1, START + spans.day]);
	log.add(new Turn(), START + 3 * spans.day);
	expect(sent()).toEqual([START + 3 * spans.day]);
});

describe('the windows', () => {
	/** A limit, or none. */
	const upTo = (max: number) => fc.nat(max).map((limit) => limit || Infinity);
	const anyLimits: fc.Arbitrary<Limits> = fc.record({
		minute: upTo(5),
		hour: upTo(9),
		day: upTo(15),
	});
	const anyReply = fc.constantFrom<[Reply, number]>(
		['answered', 0],
		['answered', 300],
		['unsent', 0],
		['unanswered', 0],
		['throttled', 0],
		['throttled', 300],
		['throttled', 3000],
	);
	/** Does one more departure at `time` keep all windows within their limits? The slow, obvious way. */
	const fits = (departures: number[], time: number, limits: Limits) =>
		NAMES.every(
			(name) => departures.filter((one) => one > time - spans[name]).length < limits[name],
		);

	it('never contain more than their limit, however late callers wake, and every request is sent', () => {
		fc.assert(
			fc.property(
				anyLimits,
				fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
				fc.array(fc.nat(50), { minLength: 1 }),
				fc.array(anyReply, { maxLength: 30 }),
				(limits, givesUp, lags, replies) => {
					const limiter = new RateLimiter(limits, undefined, spans, () => 0.5);
					const queued = givesUp.map(() => enqueue(limiter));
					queued.forEach((one, place) => givesUp[place] && limiter.leave(one));
					const left = queued.filter((_, place) => !givesUp[place]);
					const counted: number[] = [];
					let turn = 0;
					for (let now = START; left.length > 0;) {
						const wait = limiter.ask(left[0], now);
						if (wait) {
							now += Math.max(wait.ms, 1) + lags[turn++ % lags.length];
							continue;
						}
						const [reply, pauseMs] = replies.shift() ?? ['answered', 0];
						const sent = left.shift()!;
						const asked: Pause | undefined =
							pauseMs > 0 ? { reason: 'outage', ms: pauseMs } : undefined;
						limiter.noteReply(sent, reply, now, asked);
						// The service counts no 429, and not what was not sent.
						if (reply === 'answered' || reply === 'unanswered') {
							expect(fits(counted, now, limits)).toBe(true);
							counted.push(now);
						} else left.push(enqueue(limiter));
					}
					expect(counted).toHaveLength(givesUp.filter((gives) => !gives).length);
				},
			),
		);
	});

	it('open for a burst that fits, and for the queue behind it a span later at the earliest', () => {
		const limiter = new RateLimiter({ ...off, minute: 2, hour: 5 }, undefined, spans);
		const queue = Array.from({ length: 6 }, () => enqueue(limiter));
		const waits = queue.map((queued) => {
			const wait = limiter.ask(queued, START);
			return wait && [wait.reason, wait.ms];
		});
		const { minute, hour } = spans;
		expect(waits).toEqual([
			undefined,
			undefined,
			['minute', minute],
			['minute', minute],
			['minute', minute],
			['hour', hour],
		]);
	});

	it('open once for each span from now on, if they were full long ago', () => {
		const limiter = new RateLimiter({ ...off, minute: 2 });
		for (let sent = 0; sent < 2; sent++) go(limiter, START);
		const later = START + 3 * SPANS.minute;
		const queue = Array.from({ length: 4 }, () => enqueue(limiter));
		const waits = queue.toReversed().map((queued) => limiter.ask(queued, later)?.ms);
		expect(waits).toEqual([SPANS.minute, SPANS.minute, undefined, undefined]);
	});
});

it('each of many that wait after a 429 looks once at what holds it up when it asks', () => {
	const limiter = longest({ minute: 100, hour: 1000, day: 10_000 });
	for (let sent = 0; sent < 90; sent++) exchange(limiter, START, 'answered');
	exchange(limiter, START, 'throttled');
	const queue = Array.from({ length: 500 }, () => enqueue(limiter));
	const looks = jest.spyOn(Congestion.prototype, 'heldUpBy');
	const turns = queue.filter((queued) => !limiter.ask(queued, START + 1000));
	expect(turns).toHaveLength(1);
	expect(looks).toHaveBeenCalledTimes(queue.length);
	looks.mockRestore();
});

it('one that has left the queue joins its end again', () => {
	const limiter = new RateLimiter({ ...off, minute: 1 }, undefined, spans);
	const gone = new Turn();
	expect(limiter.ask(gone, START)).toBeUndefined();
	const [first, second] = [1, 2].map(() => enqueue(limiter));
	// It has left already, and takes nobody else with it.
	limiter.leave(gone);
	limiter.leave(first);
	expect(limiter.ask(first, START)?.ms).toBe(spans.minute);
	expect(limiter.ask(first, START + spans.minute)?.ms).toBe(spans.minute);
	expect(limiter.ask(second, START + spans.minute)).toBeUndefined();
});

it.each<Reply>(['throttled', 'unsent'])(
	'a request that the service does not count takes nothing of the limits: %j',
	(reply) => {
		const limiter = withoutBackoff({ ...off, minute: 1 });
		exchange(limiter, START, reply);
		expect(waitOf(limiter, START + 1)).toBeUndefined();
	},
);

describe('a 429', () => {
	it('is followed by a backoff that doubles to 8 s with each burst, until a request gets through', () => {
		const limiter = longest();
		let now = START;
		const waits = Array.from({ length: 5 }, () => {
			const burst = fill(limiter, now).slice(0, 3);
			for (const one of burst) limiter.noteReply(one, 'throttled', now + 1);
			const [reason, ms] = waitOf(limiter, now + 1) ?? [];
			now += 1 + Number(ms);
			return [reason, ms];
		});
		expect(waits).toEqual([1, 2, 4, 8, 8].map((seconds) => ['backoff', seconds * 1000]));
		exchange(limiter, now, 'answered');
		exchange(limiter, now + 1, 'throttled');
		expect(waitOf(limiter, now + 1)).toEqual(['backoff', 1000]);
	}, 20_000);
});

describe('a pause', () => {
	it('makes all wait until the latest time that the service has asked for', () => {
		const limiter = longest();
		pause(limiter, 'outage', 900, START);
		pause(limiter, 'outage', 1500, START + 10);
		pause(limiter, 'outage', 700, START + 20);
		expect(waitOf(limiter, START + 20)).toEqual(['outage', 1490]);
		expect(waitOf(limiter, START + 1510)).toBeUndefined();
	});

	it('counts from the response that asks for it, also a late one to what was sent before another 429', () => {
		const limiter = withoutBackoff();
		const sent = [1, 2].map((later) => go(limiter, START + later));
		const ask = (request: Turn, ms: number, now: number) =>
			limiter.noteReply(request, 'throttled', now, { reason: 'tooManyRequests', ms });
		ask(sent[0], 900, START + 10);
		ask(sent[1], 10_000, START + 20_000);
		expect(waitOf(limiter, START + 20_000)).toEqual(['tooManyRequests', 10_000]);
	});

	it('is no 429: after it, any number of requests can be sent', () => {
		const limiter = longest();
		pause(limiter, 'outage', 900, START);
		expect(fill(limiter, START + 900)).toHaveLength(20);
	});

	it('ends when a test of the credential gets a response, but a backoff goes on', () => {
		const limiter = longest();
		exchange(limiter, START, 'throttled');
		pause(limiter, 'outage', 3_600_000, START);
		limiter['pauses'].endAll();
		expect(waitOf(limiter, START + 1)?.[0]).toBe('backoff');
	});

	it('that is asked for after one was ended counts by itself', () => {
		const limiter = withoutBackoff();
		pause(limiter, 'outage', 3_600_000, START);
		limiter['pauses'].endAll();
		pause(limiter, 'tooManyRequests', 5000, START + 1);
		expect(waitOf(limiter, START + 1)).toEqual(['tooManyRequests', 5000]);
	});
});

describe('the congestion window', () => {
	/** After a burst of 429s. */
	const refused = (sentBefore = 0) => {
		const limiter = withoutBackoff();
		const earlier = Array.from({ length: sentBefore }, () => go(limiter, START));
		exchange(limiter, START, 'throttled');
		return { limiter, earlier };
	};

	it('is one, and one more whenever as many have got through', () => {
		const { limiter } = refused();
		const sizes = [10, 20, 30, 40, 50, 60].map((later) => {
			const sent = fill(limiter, START + later);
			for (const one of sent) limiter.noteReply(one, 'answered', START + later + 1);
			return sent.length;
		});
		expect(sizes).toEqual([1, 2, 3, 4, 5, 6]);
	});

	it.each([0, 1])('does not grow by a request that was not sent after all: %i', (unsent) => {
		const { limiter } = refused();
		exchange(limiter, START + 1, 'answered');
		const sent = fill(limiter, START + 2);
		expect(sent).toHaveLength(2);
		limiter.noteReply(sent[unsent], 'unsent', START + 3);
		limiter.noteReply(sent[1 - unsent], 'answered', START + 4);
		expect(fill(limiter, START + 5)).toHaveLength(2);
	});

	it('grows by answers in any order', () => {
		const { limiter } = refused();
		exchange(limiter, START + 1, 'answered');
		const sent = fill(limiter, START + 2);
		for (const one of sent.toReversed()) limiter.noteReply(one, 'answered', START + 3);
		expect(fill(limiter, START + 4)).toHaveLength(3);
	});

	it('grows although a request that filled it gets no response', () => {
		const { limiter } = refused();
		go(limiter, START + 1);
		const sizes = [1, 2, 3, 4].map((second) => {
			const now = START + 1 + second * 1000;
			const sent = fill(limiter, now);
			for (const one of sent) limiter.noteReply(one, 'answered', now + 1);
			return sent.length;
		});
		expect(sizes).toEqual([1, 2, 3, 4]);
	});

	it('grows by one a round trip, also if each takes longer than a 429 travels', () => {
		const { limiter } = refused();
		const arriving: Array<{ sent: Turn; at: number }> = [];
		let answered = 0;
		for (let now = START + 1; now <= START + 12_001; now += 100) {
			while (arriving[0]?.at <= now) {
				limiter.noteReply(arriving.shift()!.sent, 'answered', now);
				answered++;
			}
			for (const sent of fill(limiter, now)) arriving.push({ sent, at: now + 1500 });
		}
		// Eight round trips: 1 + 2 + … + 7 of full windows.
		expect(answered).toBeGreaterThanOrEqual(28);
	});

	it('hides no wait of which it is known how long it takes at least', () => {
		const { limiter } = refused();
		pause(limiter, 'tooManyRequests', 5000, START);
		const last = Array.from({ length: 9 }, () => enqueue(limiter)).at(-1) as Turn;
		expect(limiter.ask(last, START + 1)).toMatchObject({
			reason: 'tooManyRequests',
			ms: 4999,
		});
	});

	it('does not grow by what was sent before the 429, and has no room taken by it', () => {
		const { limiter, earlier } = refused(20);
		expect(fill(limiter, START + 1)).toHaveLength(1);
		for (const one of earlier) limiter.noteReply(one, 'answered', START + 2);
		expect(fill(limiter, START + 2)).toHaveLength(0);
	});

	it('gives its place to the first in the queue, and the next one waits until that takes none', () => {
		const { limiter } = refused();
		const [first, second] = [1, 2].map(() => enqueue(limiter));
		expect(limiter.ask(second, START + 1)).toEqual({ reason: 'place', ms: 1000 });
		expect(limiter.ask(first, START + 1)).toBeUndefined();
		expect(limiter.ask(second, START + 1000)).toMatchObject({ reason: 'place' });
		expect(limiter.ask(second, START + 1001)).toBeUndefined();
	});

	it('does not grow by a request without a response, which does not end the backoffs either', () => {
		const limiter = longest();
		exchange(limiter, START, 'throttled');
		exchange(limiter, START + 1000, 'unanswered');
		expect(fill(limiter, START + 2001)).toHaveLength(1);
		exchange(limiter, START + 3002, 'throttled');
		expect(waitOf(limiter, START + 3002)).toEqual(['backoff', 2000]);
	});

	it('is held by a request without a response for a second', () => {
		const { limiter } = refused();
		const sizes = [1, 1000, 1001].map((later) => fill(limiter, START + later).length);
		expect(sizes).toEqual([1, 0, 1]);
	});
});

describe('the spread', () => {
	const limits = { ...off, minute: 100 };

	it.each([
		['as soon as the minute has room', SPANS.minute, 0.5],
		['soon after it, as after a backoff', SPANS.minute + 8000, 0.5],
		['later', SPANS.minute + 8001, 0],
	])(
		'grows with each full minute that is sent %s, for each request that is ahead',
		(_, every, share) => {
			const log = new SentLog(limits, SPANS);
			// 50 at first, so that the last minute has room for 50 more.
			const at = (place: number) => START + Math.floor((place + 50) / 100) * every;
			for (let place = 0; place < 1600; place++) log.add(new Turn(), at(place));
			const last = at(1599);
			const gap = share * (SPANS.minute / 100);
			const waits = [0, 1, 5].map((ahead) => log.heldUpBy(ahead, last)[0].ms);
			expect(waits).toEqual([gap, 2 * gap, 6 * gap]);
		},
	);

	it('lets a queue that keeps the minute full send evenly after a while, and a burst after a pause at once', () => {
		const limiter = new RateLimiter(limits);
		const times: number[] = [];
		for (let now = START; times.length < 4000;) {
			const queued = new Turn();
			const wait = limiter.ask(queued, now);
			if (wait) {
				limiter.leave(queued);
				now += wait.ms;
				continue;
			}
			limiter.noteReply(queued, 'answered', now);
			times.push(now);
		}
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(gaps.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => 0));
		expect(Math.min(...gaps.slice(-100))).toBeGreaterThan(500);
		// No slower than the limit.
		expect(gaps.slice(-100).reduce((sum, gap) => sum + gap)).toBeLessThanOrEqual(61_001);

		// The one behind the first waits for a gap more.
		const last = times[times.length - 1];
		const queue = [1, 2].map(() => enqueue(limiter));
		const waits = queue.map((queued) => limiter.ask(queued, last)?.ms ?? 0);
		expect(waits[1] - waits[0]).toBeGreaterThan(500);
		for (const queued of queue) limiter.leave(queued);

		const later = last + 3_600_000;
		for (let index = 0; index < 100; index++) go(limiter, later);
	});
});
