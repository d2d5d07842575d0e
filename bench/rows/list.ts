/** Row 6: one list of leads to items. */
import type { TopLevelSpec } from 'vega-lite';

import { chart } from '../charts';
import { childResult } from '../child';
import {
	countItems,
	credentialData,
	httpRequest,
	ours,
	readLeads,
	splitOut,
	startWatch,
	stopWatch,
} from '../flows';
import type { Peak } from '../inEngine';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { byTurns, figure, ratio, type Figure } from '../statistics';
import { mb, ms, number, table, times } from '../text';

const titles = { node: 'Agent Suite', http: 'HTTP Request + Split Out', floor: 'JSON.parse alone' };
type Variant = keyof typeof titles;
const variants = Object.keys(titles) as Variant[];

interface Point {
	leads: number;
	/** In the complete n8n, ms, from before the request until the next node has the items. */
	server: Record<'node' | 'http', Figure>;
	serverRatio: Figure;
	/** In the engine, in a new process each: ms, and added memory in MB. */
	time: Record<Variant, Figure>;
	/** Part of our node's time for the request in n8n's helper, including parsing. */
	request: Figure;
	memory: Record<Variant, Figure>;
	memoryRatio: Figure;
}

export interface List {
	points: Point[];
}

async function onServer({ n8n, server, smoke, rounds }: Bench, leads: number) {
	const bench = await n8n();
	const baseUrl = server.baseUrl(0, leads);
	const own = await bench.credential('agentSuiteApi', credentialData('bench', baseUrl));
	const bearer = await bench.credential('httpBearerAuth', { token: 'bench' });
	const measured = async (title: string, nodes: Parameters<typeof bench.flow>[0]) => {
		const counted = await bench.flow([...nodes, countItems], { keep: false });
		const flow = await bench.flow([startWatch, ...nodes, ...stopWatch], { keep: false });
		const answerOf = async ({ run: once }: typeof flow) => {
			const { answer, succeeded } = await once();
			if (!succeeded) throw new Error(`${title} failed: ${JSON.stringify(answer)}`);
			return answer as { ms: number; items: number };
		};
		expectCount(`${title}, ${leads} leads`, (await answerOf(counted)).items, leads);
		return async () => (await answerOf(flow)).ms;
	};
	const flows = {
		node: await measured(titles.node, [ours(readLeads, own)]),
		http: await measured(titles.http, [
			httpRequest(`${baseUrl}/agent/lead`, bearer),
			splitOut('leads'),
		]),
	};
	return await byTurns(flows, rounds(leads < 100_000 ? 15 : 7), smoke ? 0 : 2);
}

async function inEngine({ server, rounds }: Bench, leads: number) {
	const args = [server.baseUrl(0, leads), server.baseUrl(0, 10)];
	for (const url of args) await server.prepare(url);
	const measured = (variant: Variant) => async () => {
		const peak = await childResult<Peak>('inEngine.ts', ['list', args[0], variant, args[1]]);
		expectCount(`${titles[variant]}, ${leads} leads`, peak.items, leads);
		return peak;
	};
	const all = { node: measured('node'), http: measured('http'), floor: measured('floor') };
	return await byTurns(all, rounds(5), 0);
}

async function point(bench: Bench, leads: number): Promise<Point> {
	const server = await onServer(bench, leads);
	const engine = await inEngine(bench, leads);
	const of = (key: 'ms' | 'moreMb') =>
		Object.fromEntries(
			variants.map((variant) => [variant, figure(engine[variant].map((peak) => peak[key]))]),
		) as Record<Variant, Figure>;
	const memory = (variant: Variant) => engine[variant].map(({ moreMb }) => Math.max(1, moreMb));
	return {
		leads,
		server: { node: figure(server.node), http: figure(server.http) },
		serverRatio: ratio(server.node, server.http),
		time: of('ms'),
		request: figure(engine.node.map(({ requestMs = Number.NaN }) => requestMs)),
		memory: of('moreMb'),
		memoryRatio: ratio(memory('node'), memory('http')),
	};
}

async function run(bench: Bench): Promise<List> {
	const points: Point[] = [];
	for (const leads of bench.smoke ? [20, 40] : [1000, 10_000, 100_000]) {
		bench.say(`a list of ${number(leads)} leads`);
		points.push(await point(bench, leads));
	}
	return { points };
}

/** Time per lead in the longest list relative to the middle one. 1 is linear. */
const growth = (points: Array<{ leads: number; ms: number }>) => {
	const [from, to] = points.slice(-2);
	return to.ms / to.leads / (from.ms / from.leads);
};

function goals({ points }: List): Goal[] {
	const all = (of: (point: Point) => Figure) =>
		points.map((one) => `${times(of(one).median)} (${number(one.leads)})`).join(', ');
	const linear = growth(points.map(({ leads, server }) => ({ leads, ms: server.node.median })));
	// Parsing alone also takes longer per lead in a long list, because of garbage collection.
	const floor = growth(points.map(({ leads, time }) => ({ leads, ms: time.floor.median })));
	return [
		{
			goal: 'List to items: less time than HTTP Request + Split Out',
			measured: all((one) => one.serverRatio),
			met: points.every(({ serverRatio }) => serverRatio.median < 1),
		},
		{
			goal: 'List to items: less memory than HTTP Request + Split Out',
			measured: all((one) => one.memoryRatio),
			met: points.every(({ memoryRatio }) => memoryRatio.median < 1),
		},
		{
			goal: 'List to items: time grows linearly, or no faster than that of JSON.parse',
			measured: `per lead, the longest list takes ${times(linear)} of the time of a list a tenth as long (JSON.parse alone: ${times(floor)})`,
			met: linear < Math.max(1.3, floor),
		},
	];
}

function parts({ points }: List): Record<string, string> {
	return {
		'list: server': table(
			['Leads', titles.node, titles.http, 'Ratio'],
			points.map(({ leads, server, serverRatio }) => [
				number(leads),
				ms(server.node),
				ms(server.http),
				times(serverRatio),
			]),
		),
		'list: engine': table(
			['Leads', ...variants.map((variant) => titles[variant]), 'Ratio'],
			points.map(({ leads, memory, memoryRatio }) => [
				number(leads),
				...variants.map((variant) => mb(memory[variant])),
				times(memoryRatio),
			]),
		),
		'list: floor': table(
			['Leads', ...variants.map((variant) => titles[variant]), "Of Agent Suite: n8n's helper"],
			points.map(({ leads, time, request }) => [
				number(leads),
				...variants.map((variant) => ms(time[variant])),
				ms(request),
			]),
		),
	};
}

function charts({ points }: List): Record<string, TopLevelSpec> {
	const order = variants.map((variant) => titles[variant]);
	const dots = (of: (point: Point, variant: Variant) => Figure) =>
		points.flatMap((one) =>
			variants.map((variant) => ({
				size: one.leads,
				variant: titles[variant],
				y: Math.max(0.1, of(one, variant).median),
			})),
		);
	return {
		'list-time': chart.lines(
			dots((one, variant) => one.time[variant]),
			'leads',
			'ms, in the engine',
			order,
		),
		'list-memory': chart.lines(
			dots((one, variant) => one.memory[variant]),
			'leads',
			'peak memory, MB more',
			order,
		),
	};
}

export const list: Row<List> = { number: 6, name: 'list', run, goals, parts, charts };
