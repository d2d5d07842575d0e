import { median } from 'simple-statistics';

import { type Outcome, type Scenario, simulate, STRAY_RETRY_AFTER_MS, variation } from './simulate';

/*
 * Prints what the numbers in tuning.ts are about. Run it before and after a change: npx tsx <this file>. It takes a minute or two.
 */

const RUNS = 40;
type Settings = Omit<Scenario, 'seed'>;
const seeds = Array.from({ length: RUNS }, (_, seed) => seed);
const runs = (settings: Settings) =>
	seeds.map((seed) => simulate({ ...variation(seed), ...settings }));

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const print = (name: string, value: string) => console.log(`${name.padEnd(62)} ${value}`);

for (const [processes, reads] of [
	[2, 300],
	[4, 200],
	[16, 100],
]) {
	const outcomes = runs({ processes, reads });
	const worst = (of: (outcome: Outcome) => number) => Math.max(...outcomes.map(of));
	const refused = median(outcomes.map((one) => one.refusedLater));
	print(`${processes} processes of ${reads} reads: refused`, percent(refused));
	print('  at worst, of the least time', worst((one) => one.factor).toFixed(2));
	print('  longest wait of a request', seconds(worst((one) => one.longestWait)));
}

const partOfLatecomer = ({ byMinute }: Outcome) => {
	const end = Math.min(...byMinute.map((minutes) => minutes.length)) - 1;
	const sums = byMinute.map((minutes) =>
		minutes.slice(15, end).reduce((sum, count) => sum + (count ?? 0), 0),
	);
	return Math.min(...sums) / (sums[0] + sums[1]);
};
const latecomers = runs({ processes: 2, reads: 3000, startWithin: 120_000 });
print('a latecomer gets', percent(median(latecomers.map(partOfLatecomer))));

for (const [reads, minutes] of [
	[30, 4],
	[30, 15],
	[10, 15],
]) {
	const bursts = { count: 6, reads, everyMs: minutes * 60_000 };
	const [named, unnamed] = [true, false].map((retryAfter) => {
		const settings = { processes: 2, reads: (6 * minutes + 2) * 100, retryAfter, bursts };
		return median(runs(settings).flatMap(({ burstTimes }) => burstTimes));
	});
	print(`${reads} reads every ${minutes} minutes beside a busy process`, seconds(named));
	print('  without Retry-After', seconds(unnamed));
}

const alone = { processes: 1, reads: 100, startWithin: 0, latency: 40 };
const delays = Array.from({ length: alone.reads }, (_, index) => {
	const seed = index + 1;
	const delayed = simulate({ ...alone, seed, stray: seed }).took;
	return delayed - simulate({ ...alone, seed }).took - STRAY_RETRY_AFTER_MS;
});
print('100 reads and a stray 429: at worst, above its Retry-After', seconds(Math.max(...delays)));
const withoutTime = seeds.map((seed) => simulate({ ...alone, seed, stray: 50, retryAfter: false }));
print('  without Retry-After', seconds(median(withoutTime.map(({ took }) => took))));
const buckets = seeds.map((seed) => simulate({ ...alone, seed, bucket: 20, retryAfter: false }));
print('100 reads and a token bucket of 20', seconds(median(buckets.map(({ took }) => took))));
