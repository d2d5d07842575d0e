import fc from 'fast-check';

import {
	type Limits,
	marginOf,
	Pacer,
	type Reservation,
	type WindowName,
	WINDOWS,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';

const NAMES: WindowName[] = ['minute', 'hour', 'day'];
const START = 1_700_000_000_000;
const original = { ...WINDOWS };

// Windows of 1, 4 and 10 s, so that short sequences meet all three.
beforeEach(() => Object.assign(WINDOWS, { minute: 1000, hour: 4000, day: 10_000 }));
afterEach(() => Object.assign(WINDOWS, original));

const anyLimits: fc.Arbitrary<Limits> = fc.record({
	minute: fc.nat(5),
	hour: fc.nat(9),
	day: fc.nat(15),
});
const length = (name: WindowName) => WINDOWS[name] + marginOf(WINDOWS[name]);

/** Does one more departure at `time` keep all windows within their limits? The slow, obvious way. */
function fits(departures: number[], time: number, limits: Limits): boolean {
	return NAMES.every(
		(name) =>
			!limits[name] || departures.filter((one) => one > time - length(name)).length < limits[name],
	);
}

/** The earliest time from `from` on that fits: now, or when some departure leaves some window. */
function earliest(departures: number[], from: number, limits: Limits): number {
	const openings = departures.flatMap((one) => NAMES.map((name) => one + length(name)));
	return Math.min(
		...[from, ...openings].filter((time) => time >= from && fits(departures, time, limits)),
	);
}

/** Asks again at the times told until all have departed; every request is answered at once. */
function runAll(pacer: Pacer, waiting: Reservation[], from: number, lag = () => 0): number[] {
	const left = waiting.map((booked) => ({ booked, time: from }));
	const departures: number[] = [];
	while (left.length > 0) {
		left.sort((a, b) => a.time - b.time || a.booked.id - b.booked.id);
		const first = left[0];
		const wait = pacer.depart(first.booked, first.time);
		if (wait > 0) {
			first.time += wait + lag();
			continue;
		}
		left.shift();
		departures.push(first.time);
		pacer.landed(first.booked, first.time);
	}
	return departures;
}

describe('the windows', () => {
	it('books exactly the earliest departure that no window forbids, first come first served', () => {
		fc.assert(
			fc.property(anyLimits, fc.array(fc.nat(1500), { maxLength: 40 }), (limits, gaps) => {
				const pacer = new Pacer(limits);
				const departures: number[] = [];
				let now = START;
				for (const gap of gaps) {
					now += gap;
					const { at } = pacer.reserve(now);
					const from = Math.max(now, departures.at(-1) ?? now);
					expect(at).toBe(earliest(departures, from, limits));
					departures.push(at);
				}
			}),
		);
	});

	it('never hold more than their limit, however late callers wake, and all depart', () => {
		fc.assert(
			fc.property(
				anyLimits,
				fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }),
				fc.array(fc.nat(50), { minLength: 1 }),
				fc.array(fc.boolean(), { minLength: 1 }),
				(limits, gaps, lags, released) => {
					const pacer = new Pacer(limits);
					let now = START;
					const booked = gaps.map((gap) => pacer.reserve((now += gap)));
					const kept = booked.filter((one, index) => {
						if (released[index % released.length]) pacer.release(one);
						return one.state === 'waiting';
					});
					let turn = 0;
					const departures = runAll(pacer, kept, now, () => lags[turn++ % lags.length]);
					expect(departures).toHaveLength(kept.length);
					departures.forEach((time, index) =>
						expect(fits(departures.slice(0, index), time, limits)).toBe(true),
					);
				},
			),
		);
	});

	it('let nobody wait for a place that was given back', () => {
		fc.assert(
			fc.property(
				anyLimits,
				fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
				(limits, keep) => {
					const pacer = new Pacer(limits);
					const booked = keep.map(() => pacer.reserve(START));
					booked.forEach((one, index) => keep[index] || pacer.release(one));
					const fresh = new Pacer(limits);
					const kept = booked.filter((_, index) => keep[index]);
					const expected = kept.map(() => fresh.reserve(START).at);
					// The last first: each answer must be right whatever was asked before.
					for (const one of kept.toReversed()) pacer.when(one, START);
					expect(kept.map(({ at }) => at)).toEqual(expected);
				},
			),
		);
	});

	it('name the limit that makes a request wait', () => {
		const pacer = new Pacer({ minute: 2, hour: 3, day: 0 });
		const booked = Array.from({ length: 5 }, () => pacer.reserve(START));
		expect(booked.map(({ limit }) => limit)).toEqual([
			undefined,
			undefined,
			'minute',
			'hour',
			'hour',
		]);
		expect(booked.map(({ at }) => at - START)).toEqual([0, 0, 1010, 4040, 4040]);
	});

	it('are off at 0, and follow a changed limit at once', () => {
		const pacer = new Pacer({ minute: 0, hour: 0, day: 0 });
		const booked = Array.from({ length: 50 }, () => pacer.reserve(START));
		expect(booked.every(({ at }) => at === START)).toBe(true);
		pacer.setLimits({ minute: 10, hour: 0, day: 0 });
		expect(pacer.when(booked[49], START)).toBe(START + 4 * 1010);
	});
});

describe('a long queue', () => {
	it('of 10,000 costs no more than a moment', () => {
		Object.assign(WINDOWS, original);
		const pacer = new Pacer({ minute: 100, hour: 1000, day: 10_000 });
		const began = performance.now();
		const booked = Array.from({ length: 10_000 }, () => pacer.reserve(START));
		expect(booked[9999].at).toBe(START + 9 * 3_601_000 + 9 * 60_600);
		for (const one of booked) {
			// Three ms late each: no planned time holds.
			const time = pacer.when(one, START) + 3;
			pacer.depart(one, time);
			pacer.landed(one, time);
		}
		const again = Array.from({ length: 10_000 }, () => pacer.reserve(booked[9999].at));
		for (const one of again.toReversed()) pacer.release(one);
		expect(pacer.snapshot(booked[9999].at)).toMatchObject({ waiting: 0, flying: 0 });
		expect(performance.now() - began).toBeLessThan(3000);
	});
});

describe('requests on their way', () => {
	it('are few until answers have come, and their number grows with each', () => {
		const pacer = new Pacer({ minute: 100, hour: 0, day: 0 });
		const booked = Array.from({ length: 100 }, () => pacer.reserve(START));
		const gone = () =>
			booked.filter((one) => pacer.depart(one, START) === 0 && one.state === 'flying');
		expect(gone()).toHaveLength(4);
		for (let round = 0; round < 12; round++) {
			for (const one of booked) if (one.state === 'flying') pacer.landed(one, START + round);
			gone();
		}
		expect(booked.every(({ state }) => state !== 'waiting')).toBe(true);
	});

	it('hold up nobody for ever when a caller never tells how they ended', () => {
		const pacer = new Pacer({ minute: 100, hour: 0, day: 0 });
		for (let index = 0; index < 4; index++) pacer.depart(pacer.reserve(START), START);
		const next = pacer.reserve(START);
		expect(pacer.depart(next, START + 10)).toBeGreaterThan(0);
		expect(pacer.depart(next, START + 10_000)).toBe(0);
	});
});

describe('a 429', () => {
	const fly = (pacer: Pacer, now: number) => {
		const booked = pacer.reserve(now);
		expect(pacer.depart(booked, now)).toBe(0);
		return booked;
	};
	/** A pacer that got `accepted` through at START. */
	const after = (accepted: number, limits = { minute: 100, hour: 0, day: 0 }) => {
		const pacer = new Pacer(limits);
		for (let index = 0; index < accepted; index++) pacer.landed(fly(pacer, START), START);
		return pacer;
	};

	it('makes all wait at least as long as the service asks, those that wait already too', () => {
		fc.assert(
			fc.property(
				fc.nat(20),
				fc.integer({ min: 1, max: 20_000 }),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(accepted, retryAfter, random) => {
					const pacer = after(accepted);
					const refused = fly(pacer, START + 1);
					const waiting = pacer.reserve(START + 2);
					const until = pacer.limited(refused, START + 5, retryAfter, random);
					expect(until).toBeGreaterThanOrEqual(START + 5 + retryAfter);
					expect(until).toBeLessThanOrEqual(START + 5 + retryAfter + WINDOWS.minute / 2);
					expect(pacer.when(waiting, START + 6)).toBeGreaterThanOrEqual(until);
					expect(pacer.reserve(START + 6).at).toBeGreaterThanOrEqual(until);
				},
			),
		);
	});

	it('that our own log cannot explain sets the share to about what fitted, evenly spaced', () => {
		const pacer = after(30);
		const until = pacer.limited(fly(pacer, START + 1), START + 5, 900, 0);
		expect(pacer.snapshot(START + 6)).toMatchObject({ share: 28.5, pausedUntil: until });
		const [first, second] = [pacer.reserve(START + 6), pacer.reserve(START + 6)];
		expect(first).toMatchObject({ at: until, limit: 'pause' });
		expect(second.at - first.at).toBeCloseTo(1000 / 28.5, 2);
	});

	it('and the rest of its burst count once, and not as accepted', () => {
		const pacer = after(30);
		const burst = Array.from({ length: 5 }, () => fly(pacer, START + 1));
		for (const one of burst) pacer.limited(one, START + 5, 900, 0.5);
		const { share, used } = pacer.snapshot(START + 6);
		expect(used.minute).toBe(30);
		expect(share).toBe(28.5);
		// A later one is news.
		const late = pacer.reserve(START + 6);
		pacer.depart(late, pacer.when(late, START + 6));
		pacer.limited(late, late.at + 1, 100, 0);
		expect(pacer.snapshot(late.at + 1).share).toBeCloseTo(28.5 * 0.7, 6);
	});

	it('for the hour or the day, and one that overtook our own, leave the share alone', () => {
		const hourly = after(30);
		hourly.limited(fly(hourly, START + 1), START + 5, 3000, 0);
		expect(hourly.snapshot(START + 6).share).toBeUndefined();
		const full = after(9, { minute: 10, hour: 0, day: 0 });
		full.limited(fly(full, START + 1), START + 5, undefined, 0);
		expect(full.snapshot(START + 6).share).toBeUndefined();
	});

	it('without Retry-After waits for our own oldest request, then longer each time', () => {
		const pacer = after(30);
		expect(pacer.limited(fly(pacer, START + 400), START + 410, undefined, 0)).toBe(START + 1010);
		Object.assign(WINDOWS, original);
		const empty = new Pacer({ minute: 0, hour: 0, day: 0 });
		const waits: number[] = [];
		for (let now = START, round = 0; round < 12; round++) {
			const until = empty.limited(fly(empty, now), now, undefined, 0);
			waits.push((until - now) / 1000);
			now = until;
		}
		expect(waits).toEqual([4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 600, 600]);
	});

	it('is forgotten step by step in quiet windows', () => {
		const pacer = after(30);
		const until = pacer.limited(fly(pacer, START + 1), START + 5, 900, 0);
		const shares = Array.from(
			{ length: 9 },
			(_, index) => pacer.snapshot(until + 1 + index * WINDOWS.minute).share,
		);
		expect(shares[0]).toBe(28.5);
		for (let index = 1; index < 6; index++) {
			expect(shares[index]! - shares[index - 1]!).toBeGreaterThan(0);
		}
		expect(shares[1]! - shares[0]!).toBeLessThan(5);
		expect(shares.at(-1)).toBeUndefined();
	});
});

it('a clock that is set back delays nobody', () => {
	const pacer = new Pacer({ minute: 1, hour: 0, day: 0 });
	pacer.depart(pacer.reserve(START), START);
	const booked = pacer.reserve(START + 10);
	expect(pacer.when(booked, START + 10)).toBe(START + 1010);
	expect(pacer.when(booked, START - 3_600_000)).toBe(START - 3_600_000 + 1000);
});
