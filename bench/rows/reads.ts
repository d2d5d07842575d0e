/** Row 2: N reads without a limit, compared with the alternatives and plain axios. */
import axios from 'axios';
import type { TopLevelSpec } from 'vega-lite';

import { chart } from '../charts';
import { childResult } from '../child';
import {
	credentialData,
	declarative,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	variantTitles,
} from '../flows';
import { profileRun, type Profile } from '../profile';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { byTurns, figure, ratio, type Figure } from '../statistics';
import { ms, number, table, times } from '../text';

/** Parallel reads, as in our node. */
const AT_A_TIME = 128;

const variants = ['node', 'http', 'batched', 'declarative', 'axios'] as const;
type Variant = (typeof variants)[number];

export const titles: Record<Variant, string> = {
	node: variantTitles.node,
	http: variantTitles.http,
	batched: 'HTTP Request, batches tuned',
	declarative: 'Declarative node',
	axios: 'plain axios',
};

interface Point {
	latency: number;
	reads: number;
	/** Time of the node as reported by n8n, or of all axios requests, ms. */
	time: Record<Variant, Figure>;
	/** CPU time of the process per read, ms. Other load on the machine hardly changes it. */
	cpu: Record<Variant, Figure>;
	/** Time of the request to the webhook, ms. */
	wall: Record<Exclude<Variant, 'axios'>, Figure>;
	/** Our node compared with each of the others, in turns. */
	ratio: Record<Exclude<Variant, 'node'>, Figure>;
}

interface Width {
	latency: number;
	width: number;
	time: Figure;
}

export interface Reads {
	points: Point[];
	/** The effect of more parallel reads, in the engine, without n8n's database. */
	widths: { reads: number; figures: Width[] };
	profiles: { node: Profile; http: Profile };
}

async function withAxios(baseUrl: string, reads: number): Promise<number> {
	const began = performance.now();
	let next = 0;
	const work = async () => {
		while (next++ < reads) {
			await axios.get(`${baseUrl}/agent/lead/lead_g${String(next).padStart(6, '0')}`, {
				headers: { Authorization: 'Bearer bench' },
			});
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, work));
	return performance.now() - began;
}

/** The flows of one point. Each run returns the time of the node and the total time, ms. */
async function flowsOf({ n8n, server }: Bench, latency: number, reads: number) {
	const baseUrl = server.baseUrl(latency);
	const bench = await n8n();
	const own = await bench.credential('agentSuiteApi', credentialData('bench', baseUrl));
	const bearer = await bench.credential('httpBearerAuth', { token: 'bench' });
	const url = leadUrl(baseUrl);
	// A manual setup: batches as large as our node's parallel reads, each sent after the responses of the last.
	const batch = { batchSize: AT_A_TIME, batchInterval: Math.max(1, latency) };
	const nodes = {
		node: ours(readLead, own),
		http: httpRequest(url, bearer),
		batched: httpRequest(url, bearer, batch),
		declarative: declarative(own),
	};
	const measured = async (node: (typeof nodes)[keyof typeof nodes]) => {
		const flow = await bench.flow([...leadIds(reads), node], { keep: true });
		return async () => {
			await server.requests();
			const before = bench.cpu() ?? Number.NaN;
			const { wallMs, succeeded, answer } = await flow.run();
			if (!succeeded) throw new Error(`${node.name} failed: ${JSON.stringify(answer)}`);
			const cpu = ((bench.cpu() ?? Number.NaN) - before) / reads;
			const run = (await flow.lastRun())[node.name];
			expectCount(`${node.name}, ${reads} reads`, run.items, reads);
			expectCount(`${node.name}, requests`, await server.requests(), reads);
			return { time: run.ms, wall: wallMs, cpu };
		};
	};
	return {
		node: await measured(nodes.node),
		http: await measured(nodes.http),
		batched: await measured(nodes.batched),
		declarative: await measured(nodes.declarative),
		axios: async () => {
			const before = process.cpuUsage();
			const time = await withAxios(baseUrl, reads);
			const { user, system } = process.cpuUsage(before);
			expectCount('axios, requests', await server.requests(), reads);
			return { time, wall: time, cpu: (user + system) / 1000 / reads };
		},
	};
}

const mapped = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T) =>
	Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;

async function point(bench: Bench, latency: number, reads: number): Promise<Point> {
	const rounds = bench.rounds(5);
	const samples = await byTurns(await flowsOf(bench, latency, reads), rounds, bench.smoke ? 0 : 1);
	const of = (name: Variant) => samples[name].map(({ time }) => time);
	return {
		latency,
		reads,
		time: mapped(variants, (name) => figure(of(name))),
		cpu: mapped(variants, (name) => figure(samples[name].map(({ cpu }) => cpu))),
		wall: mapped(['node', 'http', 'batched', 'declarative'], (name) =>
			figure(samples[name].map(({ wall }) => wall)),
		),
		ratio: mapped(['http', 'batched', 'declarative', 'axios'], (name) =>
			ratio(of('node'), of(name)),
		),
	};
}

async function widths({ smoke, server, rounds }: Bench): Promise<Reads['widths']> {
	const reads = smoke ? 16 : 512;
	const cases = smoke
		? [[0, 16]]
		: [20, 200, 1000].flatMap((latency) => [32, 64, 128, 256].map((width) => [latency, width]));
	const figures: Width[] = [];
	for (const [latency, width] of cases) {
		const args = [server.baseUrl(latency), reads, width, rounds(3)].map(String);
		const { samples } = await childResult<{ samples: number[] }>('inEngine.ts', ['width', ...args]);
		figures.push({ latency, width, time: figure(samples) });
	}
	return { reads, figures };
}

async function run(bench: Bench): Promise<Reads> {
	const points: Point[] = [];
	for (const latency of bench.smoke ? [0] : [0, 20, 200]) {
		for (const reads of bench.smoke ? [10] : [100, 1000]) {
			bench.say(`${reads} reads at ${latency} ms`);
			points.push(await point(bench, latency, reads));
		}
	}
	bench.say('how many at a time');
	const wide = await widths(bench);
	bench.say('profiles');
	const count = bench.smoke ? 10 : 1000;
	const flows = await flowsOf(bench, 0, count);
	const n8n = await bench.n8n();
	const profiled = async (name: 'node' | 'http') =>
		await profileRun(n8n, flows[name], count, bench.keepProfiles ? `reads-${name}` : undefined);
	const profiles = { node: await profiled('node'), http: await profiled('http') };
	return { points, widths: wide, profiles };
}

function goals({ points }: Reads): Goal[] {
	const worst = points.reduce((a, b) => (a.ratio.http.median > b.ratio.http.median ? a : b));
	const far = points.filter(({ latency }) => latency === 200);
	const floor = Math.max(...far.map((one) => one.ratio.axios.median));
	return [
		{
			goal: 'Reads: at most the time of the HTTP Request node at every point',
			measured: `at most ${times(worst.ratio.http.median)} of it (${worst.reads} reads at ${worst.latency} ms)`,
			met: worst.ratio.http.median <= 1,
		},
		{
			goal: 'Reads at 200 ms: within 1.3 of plain axios',
			measured: far
				.map((one) => `${times(one.ratio.axios.median)} (${one.reads} reads)`)
				.join(', '),
			met: far.length > 0 && floor <= 1.3,
		},
	];
}

function parts({ points, widths: wide, profiles }: Reads): Record<string, string> {
	const heads = ['Latency', 'Reads', ...variants.map((name) => titles[name])];
	const times_ = points.map(({ latency, reads, time }) => [
		`${latency} ms`,
		String(reads),
		...variants.map((name) => ms(time[name])),
	]);
	const cpus = points.map(({ latency, reads, cpu }) => [
		`${latency} ms`,
		String(reads),
		...variants.map((name) => ms(cpu[name])),
	]);
	const others = ['http', 'batched', 'declarative', 'axios'] as const;
	const ratios = points.map(({ latency, reads, ratio: of }) => [
		`${latency} ms`,
		String(reads),
		...others.map((name) => times(of[name])),
	]);
	const atATime = wide.figures.map(({ latency, width, time }) => [
		`${latency} ms`,
		String(width),
		ms(time),
	]);
	const groups = [
		...new Set([profiles.node, profiles.http].flatMap((one) => Object.keys(one.groups))),
	];
	const shares = groups.map((group) => [
		group,
		...[profiles.node, profiles.http].map((one) => `${(one.groups[group] ?? 0).toFixed(2)} ms`),
	]);
	shares.push([
		'All of it',
		...[profiles.node, profiles.http].map((one) => `${one.busy.toFixed(2)} ms`),
	]);
	const widest = points[points.length - 1];
	const seconds = (name: Variant) => `${number(widest.cpu[name].median)} s`;
	return {
		'reads: planning': `${profiles.node.planning.all.toFixed(2)} ms`,
		'reads: planning n8n': `${profiles.node.planning.n8n.toFixed(2)} ms`,
		'reads: without planning': points
			.filter(({ latency }) => latency === 200)
			.map(({ reads, time }) => {
				const rest = time.node.median - profiles.node.planning.all * reads;
				return `${times(rest / time.axios.median)} (${number(reads)} reads)`;
			})
			.join(' and '),
		'reads: cpu node': `${number(widest.cpu.node.median)} ms`,
		'reads: busy': seconds('node'),
		'reads: busy axios': seconds('axios'),
		'reads: times': table(heads, times_),
		'reads: cpu': table(heads, cpus),
		'reads: ratios': table(
			['Latency', 'Reads', ...others.map((name) => `Agent Suite / ${titles[name]}`)],
			ratios,
		),
		'reads: widths': table(['Latency', 'At a time', `${wide.reads} reads`], atATime),
		'reads: profile': table(['CPU time per read', titles.node, titles.http], shares),
	};
}

function charts({ points }: Reads): Record<string, TopLevelSpec> {
	const rows = points
		.filter(({ reads }) => reads >= 1000)
		.flatMap(({ latency, time }) =>
			variants.map((name) => ({
				x: `${latency} ms`,
				variant: titles[name],
				y: time[name].median,
				least: time[name].least,
				most: time[name].most,
			})),
		);
	return {
		reads: chart.bars(
			rows,
			'latency of the service',
			'1,000 reads, ms',
			variants.map((name) => titles[name]),
		),
	};
}

export const reads: Row<Reads> = { number: 2, name: 'reads', run, goals, parts, charts };
