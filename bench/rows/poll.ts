import { number, span } from '../figures';
import { inEngine } from '../processes';
import { againstOther, byTurns, expectCount, OURS, perBuild } from '../row';
import type { Bench, Line, Row } from '../row';

/** New leads in the poll. */
const NEW = 10;
/** As base64, six columns of 32 bits that differ from lead to lead: its identity and its parts. Runs make the others short. */
const BYTES = 34;

/** @param undelivered number of known leads that have not been delivered, which this poll returns, too */
async function point(bench: Bench, leads: number, undelivered = 0): Promise<Line[]> {
	const { server } = bench;
	const urls = [leads, leads + NEW, leads - undelivered, 10].map((many) => server.baseUrl(0, many));
	const [known, url, delivered, short] = urls;
	const retried = undelivered > 0 ? `, ${number(undelivered)} of them undelivered` : '';
	const what = `A poll that knows ${number(leads)} leads${retried}`;
	const run = async (build: string) => {
		for (const each of urls) await server.prepare(each);
		const [found] = await inEngine('poll', { build, url, short, known, delivered });
		expectCount(what, found.items, NEW + undelivered);
		return found;
	};
	const variants = perBuild(bench, async ({ folder }) => await run(folder));
	const rounds = bench.rounds(leads > 500_000 ? 3 : 5);
	const samples = await byTurns(variants, rounds, 0);
	const floor = await byTurns(
		{ floor: async () => (await inEngine('floor', { url }))[0] },
		rounds,
		0,
	);
	const own = samples[OURS];
	const times = (timeOf: (found: (typeof own)[number]) => number) => span(own.map(timeOf), 'ms');
	const bytes = Math.max(...own.map(({ stored }) => stored / (leads + NEW)));
	return [
		{
			what,
			ours: `${times(({ ms }) => ms)}, blocks ${times(({ afterMs }) => afterMs)}`,
			others: `download and JSON.parse alone: ${span(floor.floor, 'ms')}, parsing blocks ${times(({ parsingMs }) => parsingMs)}`,
			goal: {
				text: `at most ${BYTES} bytes a lead stored`,
				measured: number(bytes),
				met: bytes <= BYTES,
			},
		},
		...againstOther(what, samples, ({ cpuMs }) => cpuMs, 'ms of CPU time'),
	];
}

export const poll: Row = {
	name: 'poll',
	title: 'A poll with many leads known',
	how: "One poll in n8n's engine that finds ten new leads. The bytes are those of the static data.",
	async measure(bench) {
		const lines: Line[] = [];
		const full = [[1000], [100_000], [100_000, 5000], [1_000_000]];
		for (const [leads, undelivered] of bench.smoke ? [[40, 20]] : full) {
			bench.say(`  ${number(leads)} leads`);
			lines.push(...(await point(bench, leads, undelivered)));
		}
		return lines;
	},
};
