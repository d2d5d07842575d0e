/**
 * Runs mixed operations in one long-lived process with n8n's engine. The sandbox, in another process, fails
 * at random. Then the results are compared with the requests that the service recorded. Run by `npm run test:soak`.
 */
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

import { collectLog } from '../support/log';

import { pseudoRandom } from '../../sandbox/faults';
import { loadPackage, runNode } from '../support/engine';
import { shortenBackoff, shortenWindows } from '../support/windows';
import * as left from './leftovers';
import { nextPlan, type Plan } from './plans';
import { checkRecorded, recordedChecks } from './recorded';
import { Remote } from './remote';
import { checkResult, resultChecks } from './results';
import { Checks, Dice, Gate } from './tools';

const LANES = 12;
/** Length of the windows, ms, so that a soak of minutes has hundreds of them. */
const windows = { minute: 1500, hour: 15_000 };
const limits = { minute: 150, hour: 1000 };
/** Time after which an execution counts as hanging, ms. */
const PATIENCE = 90_000;

const FINISHES = 'every execution ends';

const { values } = parseArgs({
	options: { seconds: { type: 'string', default: '300' }, seed: { type: 'string' } },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Number of pauses in which memory is measured. */
const samplesWanted = Math.min(12, Math.max(6, Math.round(seconds / 20)));
/** Whether the soak is long enough that everything must occur. */
const full = seconds >= 120;
if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error('--seconds and --seed take numbers');

async function main(): Promise<number> {
	collectLog();
	const loader = await loadPackage();
	shortenWindows(windows);
	shortenBackoff(200);

	const scheduleMs = 3000 * Math.min(1, seconds / 60);
	const remote = await Remote.start({ seed, windows, limits, scheduleMs });
	const { tokens, secrets } = remote.known;
	const checks = new Checks();
	console.log(`Soak of ${seconds} s, seed ${seed}: ${LANES} executions at a time`);
	checks.declare([FINISHES, ...resultChecks, ...recordedChecks]);
	checks.declare(left.leftoverChecks);
	const listener = new left.Listener(checks, [...Object.values(tokens), ...secrets]);
	const checkResources = left.watchResources(checks);

	const gate = new Gate();
	const dice = new Dice(pseudoRandom(seed + 2));
	let runs = 0;
	const statuses: Record<string, number> = {};

	const execute = async (plan: Plan) => {
		let timer: NodeJS.Timeout | undefined;
		const running = runNode(loader, {
			...plan,
			executionId: `soak-${plan.run}`,
			onStart: (stop) => {
				if (plan.stopAfter !== undefined) timer = setTimeout(stop, plan.stopAfter);
			},
		});
		const late = new AbortController();
		const result = await Promise.race([
			running,
			pause(PATIENCE, undefined, { signal: late.signal }).catch(() => undefined),
		]);
		late.abort();
		clearTimeout(timer);
		checks.look(FINISHES, !result && `${plan.operation}: no end after ${PATIENCE / 1000} s`);
		if (!result) return;
		statuses[result.run.status] = (statuses[result.run.status] ?? 0) + 1;
		for (const entry of checkResult(plan, result, checks)) remote.note(entry);
		if (dice.chance(0.1)) listener.read('the result of a run', JSON.stringify(result.run));
	};
	const lanes = Array.from({ length: LANES }, async () => {
		await gate.repeat(async () => await execute(nextPlan(dice, ++runs, remote, limits)));
	});

	const samples: number[] = [];
	remote.faults(true);
	const began = Date.now();
	for (let sample = 1; sample <= samplesWanted; sample++) {
		await pause((seconds * 1000) / samplesWanted);
		remote.faults(false);
		await gate.whileQuiet(async () => {
			listener.readLog();
			samples.push(await left.memoryInUse());
			const megabytes = (samples[samples.length - 1] / 1e6).toFixed(1);
			const after = Math.round((Date.now() - began) / 1000);
			console.log(`${after} s: ${runs} executions, ${megabytes} MB`);
			if (sample === samplesWanted) gate.close();
			else remote.faults(true);
		});
	}
	await Promise.all(lanes);
	listener.readLog();
	left.checkMemory(samples, checks);
	await checkResources();

	const recorded = await remote.stop();
	checkRecorded(recorded, tokens, checks, full);
	const ends = Object.entries(statuses).map(([status, many]) => `${many} ${status}`);
	const faults = recorded.requests.filter(({ fault }) => fault).length;
	console.log(
		`Executions: ${ends.join(', ')}. Requests: ${recorded.requests.length}, ${faults} with a fault`,
	);
	const { lines, failed } = checks.report(full);
	console.log(lines.join('\n'));
	return failed === 0 ? 0 : 1;
}

// Ends a soak that hangs.
const longest = 3 * seconds + 180;
setTimeout(() => {
	console.error(`The soak has not ended after ${longest} s\n0 passed, 1 failed`);
	process.exit(1);
}, longest * 1000).unref();

// Open handles were already checked and must not keep the process alive.
main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
