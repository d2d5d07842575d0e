import { startSandbox } from '../../sandbox';
import { simulate, variation } from '../../test/unit/transport/rateLimiter/simulate';
import { median, percent, span } from '../figures';
import { inEngine } from '../processes';
import { expectCount, type Bench, type Line, type Row } from '../row';

const PER_MINUTE = 100;
/** Goals for the time relative to the least possible: in the median, and at worst. */
const TIME = [1.25, 1.65];

/** With the goals for the refused part of the requests after the first minute: in the median, and at worst. */
const cases = [
	{ processes: 2, reads: 300, refused: [0.04, 0.1] },
	{ processes: 4, reads: 200, refused: [0.07, 0.15] },
	{ processes: 16, reads: 100, refused: [0.12, 0.2] },
];

const medianAndWorst = (samples: number[]) => [median(samples), Math.max(...samples)];

function simulated({ processes, reads, refused }: (typeof cases)[number], seeds: number): Line {
	const runs = Array.from({ length: seeds }, (_, seed) =>
		simulate({ ...variation(seed), processes, reads }),
	);
	const times = runs.map(({ factor }) => factor);
	const parts = runs.map(({ refusedLater }) => refusedLater);
	const found = [...medianAndWorst(times), ...medianAndWorst(parts)];
	const goals = [...TIME, ...refused];
	const text = (values: number[]) =>
		`${values[0].toFixed(2)}, ${values[1].toFixed(2)}, ${percent(values[2])}, ${percent(values[3])}`;
	return {
		what: `${processes} processes of ${reads} reads, simulated`,
		ours: `${span(times)} of the least time, ${span(parts.map((part) => part * 100))} % refused`,
		goal: {
			text: `at most ${text(goals)} (median and worst)`,
			measured: text(found),
			met: found.every((value, index) => value <= goals[index]),
		},
	};
}

/** Two processes with n8n's engine against one sandbox. */
async function real({ builds: [{ folder }], smoke }: Bench): Promise<Line> {
	const [reads, minuteMs] = smoke ? [60, 2000] : [300, 60_000];
	const limits = { minute: PER_MINUTE, hour: 0, day: 0 };
	const sandbox = await startSandbox({ limits, windows: { minuteMs }, balance: 1_000_000 });
	const { url, tokens, requests } = sandbox;
	const args = { build: folder, url, token: tokens.admin, reads, perMinute: PER_MINUTE, minuteMs };
	try {
		for (const done of await inEngine('share', args, args)) {
			expectCount('Reads of a process that shares the token', done, reads);
		}
	} finally {
		await sandbox.close();
	}
	const seconds = (requests[requests.length - 1].at - requests[0].at) / 1000;
	const least = ((Math.ceil((2 * reads) / PER_MINUTE) - 1) * minuteMs) / 1000;
	const later = requests.filter(({ at }) => at > requests[0].at + minuteMs);
	const refused = later.filter(({ status }) => status === 429).length / (later.length || 1);
	const ratio = seconds / least;
	return {
		what: `2 processes of ${reads} reads, real`,
		ours: `all in ${span([seconds], 's')}, ${percent(refused)} refused`,
		goal: {
			text: `all, at most 1.35 of ${least} s`,
			measured: ratio.toFixed(2),
			met: ratio <= 1.35,
		},
	};
}

export const sharing: Row = {
	name: 'sharing',
	title: 'Processes that share a token',
	how:
		"They share 100 requests a minute and do not see each other's requests. The simulation has 200 runs. *Refused* counts " +
		'429 responses after the first minute, in which no process can know of the others.',
	async measure(bench) {
		const lines = cases.map((one) => simulated(one, bench.smoke ? 2 : 200));
		bench.say('  two processes');
		return [...lines, await real(bench)];
	},
};
