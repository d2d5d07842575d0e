import { max, median } from 'simple-statistics';

import { outcomesOf, partOfLatecomer, rows, samplesOf } from './scenarios';
import { simulate, STRAY_RETRY_AFTER_MS } from './simulate';

// Many runs, and another program can slow down the machine.
jest.setTimeout(300_000);

it('one process is never refused and takes at most 1.05 of the least', async () => {
	const settings = { processes: 1, reads: 250, startWithin: 0 };
	for (const { refused, factor } of await outcomesOf(settings, 10)) {
		expect(refused).toBe(0);
		expect(factor).toBeLessThan(1.05);
	}
});

/** @param what is measured */
function checkGoal(what: string, figure: number, goal: number): void {
	if (figure <= goal) return;
	throw new Error(
		`${what}: ${figure}, and the goal is ${goal}. If a default or the rate limiter has changed on purpose, set the goal in scenarios.ts, and run 'npm run bench -- --row sharing', whose pages show it.`,
	);
}

it.each(rows)('$what: $goal $unit in the median and at worst', async (row) => {
	const { settings, goal, lost = 0, runs = 3 } = row;
	const { bursts, processes, reads } = settings;
	const sent = bursts ? reads + bursts.count * bursts.reads : processes * reads;
	const outcomes = await outcomesOf(settings, runs);
	for (const outcome of outcomes) {
		const done = outcome.done.reduce((sum, count) => sum + count);
		expect(done + outcome.lost).toBe(sent);
		checkGoal('Requests lost to Max Wait', outcome.lost, lost);
	}
	const samples = samplesOf(row, outcomes);
	checkGoal('The median', median(samples), goal[0]);
	checkGoal('The worst', max(samples), goal[1]);
});

it('a latecomer gets its part, with Retry-After and without', async () => {
	const parts: number[] = [];
	for (let seed = 0; seed < 3; seed++) parts.push(await partOfLatecomer(seed, seed % 2 === 0));
	expect(median(parts)).toBeGreaterThan(0.4);
	expect(Math.min(...parts)).toBeGreaterThan(0.3);
});

it('100 reads and one stray 429 at every third place take at most 2 s more than its Retry-After', async () => {
	const alone = { processes: 1, reads: 100, startWithin: 0, latency: 40 };
	for (let stray = 1; stray <= alone.reads; stray += 3) {
		const without = await simulate({ ...alone, seed: stray });
		const with429 = await simulate({ ...alone, stray, seed: stray });
		expect(with429.took).toBeLessThan(without.took + STRAY_RETRY_AFTER_MS + 2000);
	}
});
