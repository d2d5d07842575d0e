import { median, number, span } from '../figures';
import { inEngine } from '../processes';
import { againstOther, byTurns, expectCount, OURS, perBuild } from '../row';
import type { Bench, Line, Row } from '../row';

/** New leads in the poll. */
const NEW = 10;
const FLOOR = 'download and JSON.parse alone';
const BYTES = 32;

async function point(bench: Bench, leads: number): Promise<Line[]> {
	const { server } = bench;
	const [known, url, short] = [leads, leads + NEW, 10].map((count) => server.baseUrl(0, count));
	for (const each of [short, known, url]) await server.prepare(each);
	const what = `A poll that knows ${number(leads)} leads`;
	const bytes: number[] = [];
	const ratios: number[] = [];
	const run = async (build: string) => {
		const [found] = await inEngine('poll', { build, url, short, known });
		expectCount(what, found.items, NEW);
		return found;
	};
	const variants = {
		...perBuild(bench, async ({ folder, name }) => {
			const { ms, stored, parsingMs, afterMs } = await run(folder);
			if (name === OURS) {
				bytes.push(stored / (leads + NEW));
				ratios.push(afterMs / parsingMs);
			}
			return ms;
		}),
		[FLOOR]: async () => (await inEngine('floor', { url }))[0],
	};
	const samples = await byTurns(variants, bench.rounds(leads > 500_000 ? 3 : 5), 0);
	const most = Math.max(...bytes);
	return [
		{
			what,
			ours: `${span(samples[OURS], 'ms')}, blocks ${median(ratios).toFixed(1)} × parsing`,
			others: `${FLOOR}: ${span(samples[FLOOR], 'ms')}`,
			goal: {
				text: `at most ${BYTES} bytes a lead stored`,
				measured: number(most),
				met: most <= BYTES,
			},
		},
		...againstOther(what, samples, 'ms'),
	];
}

export const poll: Row = {
	name: 'poll',
	title: 'A poll with many leads known',
	how:
		"One poll of the trigger in n8n's own poll context, in a new process each, that finds ten new leads beside the known " +
		'ones. The bytes are those of the static data as n8n stores it. All events about leads store the same data.',
	async measure(bench) {
		const lines: Line[] = [];
		for (const leads of bench.smoke ? [20] : [1000, 100_000, 1_000_000]) {
			bench.say(`  ${number(leads)} leads`);
			lines.push(...(await point(bench, leads)));
		}
		return lines;
	},
};
