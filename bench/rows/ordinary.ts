import { median, ratios, span } from '../figures';
import {
	credentialData,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	type FlowNode,
} from '../flows';
import type { BenchN8n } from '../n8n';
import { againstOther, byTurns, expectCount, OURS, perBuild } from '../row';
import type { Bench, Build, Line, Row } from '../row';

/** Requests per minute of a new credential. */
const READS = 100;
/** Enough that what the node itself needs shows. */
const MANY_READS = 500;
const UNLIMITED = 'no limits';
const HTTP = 'HTTP Request';

/**
 * The times of the two nodes, by turns. Each run has its own base URL, so that earlier requests do not count: the number of
 * leads in it counts the runs, because reads by ID don't depend on it.
 */
function timersOf(bench: Bench, latency: number, reads: number) {
	let run = 0;
	const nextUrl = () => bench.server.baseUrl(latency, ++run);
	const timed = async (n8n: BenchN8n, node: FlowNode) => {
		const { succeeded, body, items, ms } = await n8n.runOnce([...leadIds(reads), node]);
		if (!succeeded) throw new Error(`${node.name} failed: ${JSON.stringify(body)}`);
		expectCount(`${node.name}, ${reads} reads`, items, reads);
		return ms;
	};
	const suite = async ({ n8n: start }: Build, limits: boolean) => {
		const n8n = await start();
		const { accessToken, baseUrl, ...none } = credentialData('bench', nextUrl());
		const data = { accessToken, baseUrl, ...(!limits && none) };
		return await timed(n8n, ours(readLead, await n8n.credential('agentSuiteApi', data)));
	};
	const http = async () => {
		const n8n = await bench.builds[0].n8n();
		return await timed(n8n, httpRequest(leadUrl(nextUrl()), await n8n.bearer()));
	};
	return { suite, http };
}

async function point(bench: Bench, latency: number, reads: number): Promise<Line[]> {
	const { suite, http: timeHttp } = timersOf(bench, latency, reads);
	const variants = {
		...perBuild(bench, async (build) => await suite(build, true)),
		[UNLIMITED]: async () => await suite(bench.builds[0], false),
		[HTTP]: timeHttp,
	};
	const rounds = bench.rounds(latency < 5000 ? 5 : 3);
	const samples = await byTurns(variants, rounds, bench.smoke ? 0 : 1);
	const { [OURS]: own, [UNLIMITED]: unlimited, [HTTP]: http } = samples;
	const [toUnlimited, toHttp] = [unlimited, http].map((other) => median(ratios(own, other)));
	const what = `${reads} reads at ${latency} ms`;
	return [
		{
			what,
			ours: span(own, 'ms'),
			others: `no limits: ${span(unlimited, 'ms')}, HTTP Request: ${span(http, 'ms')}`,
			goal: {
				text: 'at most 1.3 of no limits, at most HTTP Request',
				measured: `${toUnlimited.toFixed(2)}, ${toHttp.toFixed(2)}`,
				met: toUnlimited <= 1.3 && toHttp <= 1,
			},
		},
		...againstOther(what, samples, (ms) => ms, 'ms'),
	];
}

/** What the node itself needs: a server that answers at once, and no limits. */
async function overhead(bench: Bench, reads: number): Promise<Line[]> {
	const { suite, http } = timersOf(bench, 0, reads);
	const variants = {
		...perBuild(bench, async (build) => await suite(build, false)),
		[HTTP]: http,
	};
	const samples = await byTurns(variants, bench.rounds(5), bench.smoke ? 0 : 1);
	const toHttp = median(ratios(samples[OURS], samples[HTTP]));
	const what = `${reads} reads at 0 ms, no limits`;
	return [
		{
			what,
			ours: span(samples[OURS], 'ms'),
			others: `HTTP Request: ${span(samples[HTTP], 'ms')}`,
			goal: { text: 'at most HTTP Request', measured: toHttp.toFixed(2), met: toHttp <= 1 },
		},
		...againstOther(what, samples, (ms) => ms, 'ms'),
	];
}

async function measure(bench: Bench): Promise<Line[]> {
	const reads = bench.smoke ? 5 : READS;
	const lines = await overhead(bench, bench.smoke ? 5 : MANY_READS);
	for (const latency of bench.smoke ? [20] : [20, 200, 1000, 5000]) {
		lines.push(...(await point(bench, latency, reads)));
	}
	return lines;
}

export const ordinary: Row = {
	name: 'ordinary',
	title: 'Reads with an ordinary credential',
	how: 'The limits are the defaults, which all reads fit. The times are those of the node, as n8n saves them.',
	measure,
};
