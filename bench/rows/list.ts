import { median, number, ratios, span } from '../figures';
import {
	countItems,
	credentialData,
	httpRequest,
	ours,
	readLeads,
	splitOut,
	startWatch,
	stopWatch,
	type FlowNode,
} from '../flows';
import type { BenchN8n } from '../n8n';
import { inEngine } from '../processes';
import { againstOther, byTurns, expectCount, OURS, perBuild } from '../row';
import type { Bench, Build, Line, Row } from '../row';

const HTTP = 'HTTP Request + Split Out';
/** Where the differences are largest. */
const LEADS = 100_000;

/** Time in the complete n8n, ms, from before the request until the next node has the items. */
async function times(bench: Bench, url: string, leads: number) {
	const prepare = async (n8n: BenchN8n, nodes: FlowNode[]) => {
		const counted = await n8n.flow([...nodes, countItems], { save: false });
		const { body } = await counted.run();
		expectCount(`A list of ${leads} leads`, (body as { items: number }).items, leads);
		// Saving would take longer than either variant.
		const flow = await n8n.flow([startWatch, ...nodes, ...stopWatch], { save: false });
		return async () => ((await flow.run()).body as { ms: number }).ms;
	};
	const suite = async ({ n8n: start }: Build) => {
		const n8n = await start();
		const own = await n8n.credential('agentSuiteApi', credentialData('bench', url));
		return await prepare(n8n, [ours(readLeads, own)]);
	};
	const http = async () => {
		const n8n = await bench.builds[0].n8n();
		const request = httpRequest(`${url}/agent/lead`, await n8n.bearer());
		return await prepare(n8n, [request, splitOut('leads')]);
	};
	const variants: Record<string, () => Promise<number>> = { [HTTP]: await http() };
	for (const build of bench.builds) variants[build.name] = await suite(build);
	return await byTurns(variants, bench.rounds(7), bench.smoke ? 0 : 2);
}

/** Peak memory and CPU time in n8n's engine, where the rest of n8n does not hide the difference. */
async function peaks(bench: Bench, url: string, short: string) {
	const peak = async (build: string, http: boolean) => {
		const [{ moreMb, cpuMs }] = await inEngine('list', { build, url, short, http });
		return { mb: Math.max(1, moreMb), cpuMs };
	};
	const variants = {
		...perBuild(bench, async ({ folder }) => await peak(folder, false)),
		[HTTP]: async () => await peak(bench.builds[0].folder, true),
	};
	return await byTurns(variants, bench.rounds(5), 0);
}

async function point(bench: Bench, leads: number): Promise<Line[]> {
	const [url, short] = [leads, 10].map((count) => bench.server.baseUrl(0, count));
	for (const each of [url, short]) await bench.server.prepare(each);
	const ms = await times(bench, url, leads);
	const engine = await peaks(bench, url, short);
	const mb = Object.fromEntries(
		Object.entries(engine).map(([name, runs]) => [name, runs.map((run) => run.mb)]),
	);
	const ratio = [ms, mb].map((samples) => median(ratios(samples[OURS], samples[HTTP])));
	const text = (name: string) => `${span(ms[name], 'ms')}, ${span(mb[name], 'MB')}`;
	const what = `A list of ${number(leads)} leads`;
	return [
		{
			what,
			ours: text(OURS),
			others: `${HTTP}: ${text(HTTP)}`,
			goal: {
				text: 'less time and memory',
				measured: ratio.map((one) => one.toFixed(2)).join(', '),
				met: ratio.every((one) => one < 1),
			},
		},
		...againstOther(what, engine, ({ cpuMs }) => cpuMs, 'ms of CPU time'),
	];
}

export const list: Row = {
	name: 'list',
	title: 'A list to items',
	how:
		"The time ends when the next node has the items. The memory is the peak of a new process with n8n's engine, minus what " +
		'it had before.',
	measure: async (bench) => await point(bench, bench.smoke ? 20 : LEADS),
};
