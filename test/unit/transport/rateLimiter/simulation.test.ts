import { median } from 'simple-statistics';

import { runOptions } from '../../../../nodes/AgentSuite/parameters/sharedFields';
import { ATTEMPTS } from '../../../../nodes/AgentSuite/transport/retry';
import { type Outcome, type Scenario, simulate, STRAY_RETRY_AFTER_MS, variation } from './simulate';

// Hundreds of runs, and another program can slow down the machine.
jest.setTimeout(300_000);

const defaultMaxWait = Number(runOptions.find(({ name }) => name === 'maxWait')?.default);
/** Half of the default of Max Wait, ms. */
const HALF_OF_MAX_WAIT = (defaultMaxWait * 1000) / 2;

/** Settings of several different runs. */
function runs(scenario: Omit<Scenario, 'seed'>, seeds: number): Outcome[] {
	return Array.from({ length: seeds }, (_, seed) => {
		const some = { ...variation(seed), ...scenario };
		const outcome = simulate(some);
		expect(outcome.done).toEqual(Array.from({ length: some.processes }, () => some.reads));
		expect(outcome.most429s).toBeLessThan(ATTEMPTS.throttled);
		expect(outcome.longestWait).toBeLessThan(HALF_OF_MAX_WAIT);
		return outcome;
	});
}

it('one process is never refused and takes at most 1.05 of the least', () => {
	for (const { refused, factor } of runs({ processes: 1, reads: 250, startWithin: 0 }, 100)) {
		expect(refused).toBe(0);
		expect(factor).toBeLessThan(1.05);
	}
});

it.each([
	{ processes: 2, reads: 300, refused: { middle: 0.04, worst: 0.1 } },
	{ processes: 4, reads: 200, refused: { middle: 0.07, worst: 0.15 } },
	{ processes: 16, reads: 100, refused: { middle: 0.12, worst: 0.2 } },
])('$processes processes of $reads reads share one token', ({ processes, reads, refused }) => {
	const outcomes = runs({ processes, reads }, 200);
	const factors = outcomes.map(({ factor }) => factor);
	expect(median(factors)).toBeLessThan(1.25);
	expect(Math.max(...factors)).toBeLessThan(1.65);
	const later = outcomes.map(({ refusedLater }) => refusedLater);
	expect(median(later)).toBeLessThan(refused.middle);
	expect(Math.max(...later)).toBeLessThan(refused.worst);
	// In the first minute the burst at the start is all. Without Retry-After, the last of few can be tried again.
	const more = outcomes.flatMap(({ refusedFirst, inFlight }, seed) =>
		refusedFirst.flatMap((count, process) =>
			count > inFlight[process] ? [{ more: count - inFlight[process], named: seed % 2 === 0 }] : [],
		),
	);
	expect(more.filter((one) => one.more > 1 || one.named)).toEqual([]);
	expect(more.length).toBeLessThanOrEqual((outcomes.length * processes) / 400);
});

it.each([true, false])('a latecomer gets its part (Retry-After: %s)', (retryAfter) => {
	const scenario = { processes: 2, reads: 3000, startWithin: 120_000, retryAfter };
	const parts = runs(scenario, 24).map(({ byMinute }) => {
		// From the fifteenth minute to the end of the first that ends.
		const end = Math.min(...byMinute.map((minutes) => minutes.length)) - 1;
		const [one, other] = byMinute.map((minutes) =>
			minutes.slice(15, end).reduce((sum, count) => sum + (count ?? 0), 0),
		);
		expect(end).toBeGreaterThan(25);
		expect((one + other) / (end - 15)).toBeGreaterThan(85);
		return Math.min(one, other) / (one + other);
	});
	expect(median(parts)).toBeGreaterThan(0.3);
	expect(Math.min(...parts)).toBeGreaterThan(0.2);
});

it.each([4, 15])('30 reads every %d minutes beside a process that is always busy', (minutes) => {
	const bursts = { count: 6, reads: 30, everyMs: minutes * 60_000 };
	// Six bursts, so that the busy one has to send for as long as they take.
	const busyReads = (6 * minutes + 2) * 100;
	const times = Array.from({ length: 24 }, (_, seed) => {
		const { burstTimes } = simulate({
			...variation(seed),
			processes: 2,
			reads: busyReads,
			bursts,
		});
		expect(burstTimes).toHaveLength(6);
		return burstTimes;
	}).flat();
	expect(median(times)).toBeLessThan(60_000);
	// No read waits longer than the default of Max Wait.
	expect(Math.max(...times)).toBeLessThan(defaultMaxWait * 1000);
});

describe('one process of 100 reads', () => {
	const alone = { processes: 1, reads: 100, startWithin: 0, latency: 40 };
	const seconds = (scenario: Omit<Scenario, 'seed'>, seed: number) =>
		simulate({ ...scenario, seed }).took / 1000;

	it('and one stray 429 at any place take at most 2 s more than its Retry-After', () => {
		for (let stray = 1; stray <= alone.reads; stray++) {
			const [without, with429] = [seconds(alone, stray), seconds({ ...alone, stray }, stray)];
			expect(with429).toBeLessThan(without + STRAY_RETRY_AFTER_MS / 1000 + 2);
		}
	});

	it.each([true, false])(
		'and a token bucket of 20: 1.3 of the least (Retry-After: %s)',
		(retryAfter) => {
			// 80 of them at 100 a minute.
			for (let seed = 0; seed < 40; seed++) {
				expect(seconds({ ...alone, retryAfter, bucket: 20 }, seed)).toBeLessThan(48 * 1.3);
			}
		},
	);

	it.each([true, false])(
		'after a restart into a full minute: 75 s (Retry-After: %s)',
		(retryAfter) => {
			const full = (ms: (index: number) => number) => Array.from({ length: 100 }, (_, i) => ms(i));
			for (let seed = 0; seed < 40; seed++) {
				const atOnce = full((index) => (seed % 30) * 1000 + 100 - index);
				const evenly = full((index) => 60_000 - index * 600);
				for (const before of [atOnce, evenly]) {
					expect(seconds({ ...alone, retryAfter, before }, seed)).toBeLessThan(75);
				}
			}
		},
	);
});
