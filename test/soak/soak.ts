/**
 * Runs mixed operations and polls in one long-lived process with n8n's engine. The sandbox, in another process, fails
 * at random. Then the results are compared with the requests that the service recorded. Run by `npm run test:soak`.
 */
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

import { collectLog } from '../support/log';

import { pseudoRandom } from '../../sandbox/faults';
import { loadPackage, runNode } from '../support/engine';
import { shortenBackoff, shortenWindows } from '../support/windows';
import { account, ACCOUNTED, CONTENT, ENDS, HINTS, ORDER, SKIPPED } from './account';
import { Checks, Dice } from './checks';
import { Gate } from './gate';
import { drills } from './hostilePlans';
import * as left from './leftovers';
import type { Plan } from './plan';
import { drillPlan, nextPlan } from './plans';
import { Remote, type Expected } from './remote';
import { Triggers } from './triggers';
import { compareWithExpected, expectedChecks } from './expectedRecords';

/** Number of parallel executions. */
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
	shortenWindows({ minute: windows.minute, hour: windows.hour });
	shortenBackoff(200);

	const shortest = Math.min(1, seconds / 60);
	const remote = await Remote.start({ seed, windows, limits, scheduleMs: 3000 * shortest });
	const { tokens, secrets } = remote.known;
	const checks = new Checks();
	const triggers = new Triggers(loader, remote, new Dice(pseudoRandom(seed + 1)), limits);
	console.log(
		`Soak of ${seconds} s, seed ${seed}: ${LANES} executions at a time, ${triggers.names.length} triggers`,
	);
	checks.declare(FINISHES, ACCOUNTED, ORDER, CONTENT, SKIPPED, ENDS, HINTS, ...expectedChecks);
	checks.declare(...triggers.names);
	checks.declare(left.MEMORY, left.RESOURCES, left.FILES, left.SECRETS, left.SILENCE);
	const listener = new left.Listener(checks, [...Object.values(tokens), ...secrets]);
	const leftovers = new left.Leftovers();
	await triggers.activate();

	const gate = new Gate();
	const dice = new Dice(pseudoRandom(seed + 2));
	let runs = 0;
	const totals = { items: 0, statuses: {} as Record<string, number> };

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
		totals.items += plan.items.length;
		totals.statuses[result.run.status] = (totals.statuses[result.run.status] ?? 0) + 1;
		for (const entry of account(plan, result, checks)) remote.note(entry);
		if (dice.chance(0.1)) listener.read('the result of a run', JSON.stringify(result.run));
	};
	const lanes = Array.from({ length: LANES }, async () => {
		while (await gate.pass())
			await gate.during(async () => await execute(nextPlan(dice, ++runs, remote, limits)));
	});
	const polling = triggers.run(gate);

	const samples: number[] = [];
	await remote.ask({ do: 'faults', on: true });
	const began = Date.now();
	for (let sample = 1; sample <= samplesWanted; sample++) {
		await pause((seconds * 1000) / samplesWanted);
		await remote.ask({ do: 'faults', on: false });
		await gate.whileQuiet(async () => {
			const drill = drills[sample % drills.length](++runs);
			await remote.ask({ do: 'fault', fault: drill.fault });
			await execute(drillPlan(drill, dice, runs, remote, limits));
			await remote.ask({ do: 'faults', on: false });
			listener.readLog();
			samples.push(await left.memoryInUse());
			console.log(
				`${Math.round((Date.now() - began) / 1000)} s: ${runs} executions, ${totals.items} items, ${(samples[samples.length - 1] / 1e6).toFixed(1)} MB`,
			);
			if (sample === samplesWanted) gate.close();
			else await remote.ask({ do: 'faults', on: true });
		});
	}
	await Promise.all([...lanes, polling]);
	await triggers.settle(checks);
	listener.readLog();
	left.judgeMemory(samples, checks);
	await leftovers.judge(checks, 15_000);

	const expected = await remote.ask<Expected>({ do: 'expected' });
	compareWithExpected(expected, tokens, checks, full);
	await remote.stop();
	const statuses = Object.entries(totals.statuses).map(([status, many]) => `${many} ${status}`);
	checks.figures(FINISHES, `${runs} executions: ${statuses.join(', ')}`);
	const charged = expected.requests.reduce((sum, request) => sum + request.tokens, 0);
	const faults = expected.requests.filter(({ fault }) => fault).length;
	console.log(
		`${totals.items} items, ${expected.requests.length} requests, ${faults} with a fault, ${charged} tokens. Faults: ${Object.entries(
			expected.schedules,
		)
			.map(([name, many]) => `${many} × ${name}`)
			.join(', ')}`,
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
