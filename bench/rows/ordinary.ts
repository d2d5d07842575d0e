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
const UNLIMITED = 'no limits';
const HTTP = 'HTTP Request';

async function point(bench: Bench, latency: number, reads: number): Promise<Line[]> {
	let run = 0;
	// Each round has its own base URL, so that earlier requests do not count.
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
	const variants = {
		...perBuild(bench, async (build) => await suite(build, true)),
		[UNLIMITED]: async () => await suite(bench.builds[0], false),
		async [HTTP]() {
			const n8n = await bench.builds[0].n8n();
			return await timed(n8n, httpRequest(leadUrl(nextUrl()), await n8n.bearer()));
		},
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

async function measure(bench: Bench): Promise<Line[]> {
	const lines: Line[] = [];
	for (const latency of bench.smoke ? [20] : [20, 200, 1000, 5000]) {
		lines.push(...(await point(bench, latency, bench.smoke ? 5 : READS)));
	}
	return lines;
}

export const ordinary: Row = {
	name: 'ordinary',
	title: 'Reads with an ordinary credential',
	how: 'The limits are the defaults, which all reads fit. The times are those of the node, as n8n saves them.',
	measure,
};
