/** Row 5: processes that share a token without knowing of each other. */
import type { ChildProcess } from 'node:child_process';

import { startSandbox } from '../../sandbox';
import { simulate, variation } from '../../test/unit/transport/rateLimiter/simulate';
import { nextMessage, startChild } from '../child';
import type { Bench, Goal, Row } from '../row';
import { expectCount } from '../row';
import { figure, type Figure } from '../statistics';
import { number, table, times } from '../text';

const PER_MINUTE = 100;

/** Goals: time relative to the minimum, and refused part of the requests after the first minute. */
const cases = [
	{ processes: 2, reads: 300, refused: { median: 0.04, most: 0.1 } },
	{ processes: 4, reads: 200, refused: { median: 0.07, most: 0.15 } },
	{ processes: 16, reads: 100, refused: { median: 0.12, most: 0.2 } },
];
const factorGoal = { median: 1.25, most: 1.65 };
const REAL = { processes: 2, reads: 300, factor: 1.35 };

interface Simulated {
	processes: number;
	reads: number;
	/** Time relative to the minimum. */
	factor: Figure;
	/** Refused part of the requests after the first minute, from 0 to 1. */
	refused: Figure;
}

interface Real {
	reads: number;
	minuteMs: number;
	/** Time from the first arrival to the last, and its minimum, s. */
	seconds: number;
	least: number;
	refused: number;
	refusedLater: number;
	sentLater: number;
}

export interface Sharing {
	seeds: number;
	simulated: Simulated[];
	real: Real;
}

function simulated({ processes, reads }: (typeof cases)[number], seeds: number): Simulated {
	const outcomes = Array.from({ length: seeds }, (_, seed) =>
		simulate({ ...variation(seed), processes, reads }),
	);
	return {
		processes,
		reads,
		factor: figure(outcomes.map(({ factor }) => factor)),
		refused: figure(outcomes.map(({ refusedLater }) => refusedLater)),
	};
}

/** Runs processes with n8n's engine against one sandbox. */
async function real(reads: number, minuteMs: number): Promise<Real> {
	const sandbox = await startSandbox({
		limits: { minute: PER_MINUTE, hour: 0, day: 0 },
		windows: { minuteMs },
		balance: 1_000_000,
	});
	const args = [sandbox.url, sandbox.tokens.admin, String(reads), String(minuteMs)];
	const children: ChildProcess[] = [];
	try {
		for (let process = 0; process < REAL.processes; process++) {
			children.push(startChild('../test/support/process.ts', args));
		}
		const message = async (child: ChildProcess) =>
			await nextMessage<{ succeeded: number }>(child, 'A process that shares the token');
		await Promise.all(children.map(message));
		const results = Promise.all(children.map(message));
		for (const child of children) child.send('go');
		for (const { succeeded } of await results) {
			expectCount('Reads of a process that shares the token', succeeded, reads);
		}
	} finally {
		for (const child of children) child.kill();
		await sandbox.close();
	}
	const { requests } = sandbox;
	const began = requests[0].at;
	const later = requests.filter(({ at }) => at > began + minuteMs);
	const refusedIn = (some: typeof requests) => some.filter(({ status }) => status === 429).length;
	return {
		reads,
		minuteMs,
		seconds: (requests[requests.length - 1].at - began) / 1000,
		least: (Math.ceil((REAL.processes * reads) / PER_MINUTE - 1) * minuteMs) / 1000,
		refused: refusedIn(requests),
		refusedLater: refusedIn(later),
		sentLater: later.length,
	};
}

async function run(bench: Bench): Promise<Sharing> {
	const seeds = bench.smoke ? 2 : 200;
	bench.say('simulated');
	const all = cases.map((one) => simulated(one, seeds));
	bench.say('two processes');
	const [reads, minuteMs] = bench.smoke ? [60, 2000] : [REAL.reads, 60_000];
	return { seeds, simulated: all, real: await real(reads, minuteMs) };
}

const percent = (part: number) => `${number(part * 100)} %`;

function goals({ seeds, simulated: all, real: { reads, seconds, least } }: Sharing): Goal[] {
	return [
		{
			goal: `Processes that share a token, ${seeds} simulated runs: at most ${factorGoal.median} of the least time in the median, ${factorGoal.most} at worst`,
			measured: all
				.map(
					({ processes, factor }) =>
						`${times(factor.median)} and ${times(factor.most)} (${processes})`,
				)
				.join(', '),
			met: all.every(
				({ factor }) => factor.median <= factorGoal.median && factor.most <= factorGoal.most,
			),
		},
		{
			goal: `The same, 429 responses after the first minute: at most ${cases.map(({ processes, refused }) => `${percent(refused.median)} and ${percent(refused.most)} (${processes})`).join(', ')}`,
			measured: all
				.map(
					({ processes, refused }) =>
						`${percent(refused.median)} and ${percent(refused.most)} (${processes})`,
				)
				.join(', '),
			met: all.every(({ refused }, index) => {
				const goal = cases[index].refused;
				return refused.median <= goal.median && refused.most <= goal.most;
			}),
		},
		{
			goal: `Two real processes of ${reads} reads: all of them, within ${REAL.factor} of the least time`,
			measured: `${2 * reads} of ${2 * reads}, ${times(seconds / least)}`,
			met: seconds / least <= REAL.factor,
		},
	];
}

function parts({ seeds, simulated: all, real: one }: Sharing): Record<string, string> {
	const lines = all.map(({ processes, reads, factor, refused }) => [
		`${processes}, simulated`,
		String(reads),
		times(factor),
		`${percent(refused.median)} (${percent(refused.least)}–${percent(refused.most)})`,
	]);
	lines.push([
		`${REAL.processes}, real`,
		String(one.reads),
		times(one.seconds / one.least),
		percent(one.refusedLater / (one.sentLater || 1)),
	]);
	return {
		'sharing: outcomes': table(
			['Processes', 'Reads of each', 'Of the least time', '429 responses after the first minute'],
			lines,
		),
		'sharing: seeds': String(seeds),
		'sharing: real': `${number(one.seconds)} s, where ${number(one.least)} s are the least possible, and ${one.refused} requests were refused, ${one.refused - one.refusedLater} of them in the first minute`,
	};
}

export const sharing: Row<Sharing> = {
	number: 5,
	name: 'sharing',
	run,
	goals,
	parts,
	charts: () => ({}),
};
