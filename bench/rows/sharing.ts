import { startSandbox } from '../../sandbox';
import {
	outcomesOf,
	rows,
	samplesOf,
	type SimulatedRow,
} from '../../test/unit/transport/rateLimiter/scenarios';
import { median, percent, span } from '../figures';
import { inEngine } from '../processes';
import { expectCount, type Bench, type Line, type Row } from '../row';

const PER_MINUTE = 100;

async function simulated(row: SimulatedRow, seeds: number): Promise<Line> {
	const { what, settings, unit, goal, lost = 0 } = row;
	const outcomes = await outcomesOf(settings, seeds);
	const samples = samplesOf(row, outcomes);
	const found = [median(samples), Math.max(...samples)];
	const refused = outcomes.map((one) => one.refused * 100);
	const mostLost = Math.max(...outcomes.map((one) => one.lost));
	const inText = (values: number[]) => values.map((value) => value.toFixed(2)).join(' and ');
	const lostText = mostLost > 0 ? `, ${mostLost} lost` : '';
	return {
		what: `${what}, simulated`,
		ours: `${span(samples)} ${unit}${lostText}, ${span(refused)} % refused`,
		goal: {
			text: `at most ${inText(goal)} (median and worst)`,
			measured: inText(found),
			met: found.every((value, index) => value <= goal[index]) && mostLost <= lost,
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
			text: `all, at most 1.2 of ${least} s`,
			measured: ratio.toFixed(2),
			met: ratio <= 1.2,
		},
	};
}

export const sharing: Row = {
	name: 'sharing',
	title: 'Processes that share a token',
	how:
		"They share 100 requests a minute and 1,000 an hour, and do not see each other's requests. So do other causes of 429 " +
		'responses. The simulation has 40 runs. Refused requests are free.',
	async measure(bench) {
		// A test runs the simulation.
		const lines: Line[] = [];
		for (const row of bench.smoke ? [] : rows) lines.push(await simulated(row, 40));
		bench.say('  two processes');
		return [...lines, await real(bench)];
	},
};
