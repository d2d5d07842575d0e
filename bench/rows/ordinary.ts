/** Row 1: reads with the default credential. Its limits do not delay a burst that fits in them. */
import {
	credentialData,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	variantTitles,
} from '../flows';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { byTurns, figure, ratio, type Figure } from '../statistics';
import { ms, table, times } from '../text';

/** The defaults of the credential. */
const LIMITS = { requestsPerMinute: 100, requestsPerHour: 1000, requestsPerDay: 10_000 };
const READS = LIMITS.requestsPerMinute;

const titles = {
	node: 'Agent Suite, ordinary credential',
	unlimited: 'Agent Suite, no limits',
	http: variantTitles.http,
};
type Variant = keyof typeof titles;
const variants = Object.keys(titles) as Variant[];

interface Point {
	latency: number;
	/** Time of the node as reported by n8n, ms. */
	time: Record<Variant, Figure>;
	/** The default credential compared with the other two, round by round. */
	ratio: Record<Exclude<Variant, 'node'>, Figure>;
}

export interface Ordinary {
	reads: number;
	points: Point[];
}

async function point(bench: Bench, latency: number, reads: number): Promise<Point> {
	const n8n = await bench.n8n();
	let rounds = 0;
	const measured = (variant: Variant) => async () => {
		// Each round has its own base URL, so that earlier requests do not count.
		const baseUrl = bench.server.baseUrl(latency, ++rounds);
		const data = credentialData('bench', baseUrl);
		const node =
			variant === 'http'
				? httpRequest(leadUrl(baseUrl), await n8n.credential('httpBearerAuth', { token: 'bench' }))
				: ours(
						readLead,
						await n8n.credential('agentSuiteApi', {
							...data,
							...(variant === 'node' && LIMITS),
						}),
					);
		const flow = await n8n.flow([...leadIds(reads), node], { keep: true });
		const { succeeded, answer } = await flow.run();
		if (!succeeded) throw new Error(`${titles[variant]} failed: ${JSON.stringify(answer)}`);
		const run = (await flow.lastRun())[node.name];
		await n8n.unpublish(flow.id);
		expectCount(`${titles[variant]}, ${reads} reads`, run.items, reads);
		return run.ms;
	};
	const all = {
		node: measured('node'),
		unlimited: measured('unlimited'),
		http: measured('http'),
	};
	const samples = await byTurns(all, bench.rounds(latency < 5000 ? 5 : 3), bench.smoke ? 0 : 1);
	return {
		latency,
		time: {
			node: figure(samples.node),
			unlimited: figure(samples.unlimited),
			http: figure(samples.http),
		},
		ratio: {
			unlimited: ratio(samples.node, samples.unlimited),
			http: ratio(samples.node, samples.http),
		},
	};
}

async function run(bench: Bench): Promise<Ordinary> {
	const reads = bench.smoke ? 5 : READS;
	const points: Point[] = [];
	for (const latency of bench.smoke ? [20] : [20, 200, 1000, 5000]) {
		bench.say(`${reads} reads at ${latency} ms`);
		points.push(await point(bench, latency, reads));
	}
	return { reads, points };
}

function goals({ reads, points }: Ordinary): Goal[] {
	const all = (to: Exclude<Variant, 'node'>) =>
		points.map((one) => `${times(one.ratio[to].median)} (${one.latency} ms)`).join(', ');
	return [
		{
			goal: `${reads} reads with an ordinary credential: within 1.3 of the same without limits`,
			measured: all('unlimited'),
			met: points.every(({ ratio: { unlimited } }) => unlimited.median <= 1.3),
		},
		{
			goal: 'The same: not slower than the HTTP Request node at any latency',
			measured: all('http'),
			met: points.every(({ ratio: { http } }) => http.median <= 1),
		},
	];
}

function parts({ points }: Ordinary): Record<string, string> {
	const heads = [
		'Latency',
		...variants.map((variant) => titles[variant]),
		'Against no limits',
		'Against HTTP Request',
	];
	const lines = points.map(({ latency, time, ratio: of }) => [
		`${latency} ms`,
		...variants.map((variant) => ms(time[variant])),
		times(of.unlimited),
		times(of.http),
	]);
	return { 'ordinary: times': table(heads, lines) };
}

export const ordinary: Row<Ordinary> = {
	number: 1,
	name: 'ordinary',
	run,
	goals,
	parts,
	charts: () => ({}),
};
