import { generatedLead } from '../../sandbox/seedMore';
import { median, number, span } from '../figures';
import { inEngine } from '../processes';
import { againstOther, byTurns, expectCount, OURS, perBuild } from '../row';
import type { Bench, Line, Row } from '../row';

/** Items that look up a lead each, or none to return the whole list. */
const cases = [
	{ items: 500, leads: 5_000 },
	{ items: 150, leads: 100_000 },
	{ items: 1_000, leads: 10_000 },
	{ items: 0, leads: 100_000 },
];

/** Blocks up to this length are no long tasks by the definition of browsers, ms. */
const UNNOTICED_MS = 50;

async function point(bench: Bench, items: number, leads: number): Promise<Line[]> {
	const [url, short] = [leads, 10].map((count) => bench.server.baseUrl(0, count));
	for (const each of [url, short]) await bench.server.prepare(each);
	// Leads at the end of the list, which a search finds last.
	const emails = Array.from(
		{ length: items },
		(_, index) => generatedLead(leads - index, 'org_bench').lead.email,
	);
	const what =
		items > 0
			? `${number(items)} lookups in ${number(leads)} leads`
			: `A list of ${number(leads)} leads`;
	const run = async (build: string) => {
		const [found] = await inEngine('lookups', { build, url, short, emails });
		expectCount(what, found.items, items || leads);
		return found;
	};
	const samples = await byTurns(
		perBuild(bench, async ({ folder }) => await run(folder)),
		bench.rounds(7),
		0,
	);
	const of = (name: 'ms' | 'moreMb' | 'parsingMs' | 'afterMs') =>
		samples[OURS].map((sample) => sample[name]);
	const ratio = median(samples[OURS].map(({ parsingMs, afterMs }) => afterMs / parsingMs));
	return [
		{
			what,
			ours: `blocks ${span(of('afterMs'), 'ms')}, of ${span(of('ms'), 'ms')} in total`,
			others: `parsing blocks ${span(of('parsingMs'), 'ms')}`,
			goal: {
				text: `at most what parsing blocks, or ${UNNOTICED_MS} ms`,
				measured: ratio.toFixed(2),
				met: ratio <= 1 || median(of('afterMs')) <= UNNOTICED_MS,
			},
		},
		...againstOther(what, samples, ({ cpuMs }) => cpuMs, 'ms of CPU time'),
	];
}

export const blocks: Row = {
	name: 'blocks',
	title: 'Blocked after a response',
	how: "The longest block of the main thread after the response is parsed, in n8n's engine, in CPU time.",
	async measure(bench) {
		const lines: Line[] = [];
		const all = bench.smoke ? [{ items: 3, leads: 20 }] : cases;
		for (const { items, leads } of all) lines.push(...(await point(bench, items, leads)));
		return lines;
	},
};
