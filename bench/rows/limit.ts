/** Row 3: 250 reads at 100 per minute, in real time. */
import type { TopLevelSpec } from 'vega-lite';

import { startSandbox } from '../../sandbox';
import { chart } from '../charts';
import {
	credentialData,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	retryOnFail,
	variantTitles,
	type FlowNode,
} from '../flows';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { figure, type Figure } from '../statistics';
import { number, plain, table, times } from '../text';

const PER_MINUTE = 100;
const TOKENS = 5;

const titles = {
	...variantTitles,
	minute: 'HTTP Request, batches of 100 a minute',
	spaced: 'HTTP Request, one each 600 ms',
};
type Variant = keyof typeof titles;
const variants = Object.keys(titles) as Variant[];

interface Outcome {
	completed: Figure;
	sent: Figure;
	refused: Figure;
	tokens: Figure;
	/** Tokens of responses that the node did not return. */
	wasted: Figure;
	seconds: Figure;
	/** Time relative to the minimum, if all were completed. */
	ratio?: Figure;
}

export interface Limit {
	reads: number;
	/** Minimum time with a sliding window, s. */
	least: number;
	outcomes: Record<Variant, Outcome>;
}

function nodeOf(
	variant: Variant,
	url: string,
	own: Record<string, object>,
	bearer: Record<string, object>,
): FlowNode {
	const each = leadUrl(url);
	if (variant === 'node') return ours({ ...readLead, options: { maxWait: 300 } }, own);
	if (variant === 'minute') {
		return httpRequest(each, bearer, { batchSize: PER_MINUTE, batchInterval: 60_000 });
	}
	if (variant === 'spaced') return httpRequest(each, bearer, { batchSize: 1, batchInterval: 600 });
	const plainNode = httpRequest(each, bearer);
	return variant === 'retry' ? { ...plainNode, ...retryOnFail } : plainNode;
}

/** Prepares one run against its own sandbox, so that nothing else uses its limits and tokens. */
async function prepared(bench: Bench, variant: Variant, reads: number) {
	const limits = { minute: PER_MINUTE, hour: 0, day: 0 };
	const sandbox = await startSandbox({ limits, balance: 1_000_000, leadCount: reads });
	const n8n = await bench.n8n();
	const token = sandbox.tokens.admin;
	const data = credentialData(token, sandbox.url, PER_MINUTE);
	const own = await n8n.credential('agentSuiteApi', data);
	const bearer = await n8n.credential('httpBearerAuth', { token });
	const node = nodeOf(variant, sandbox.url, own, bearer);
	const flow = await n8n.flow([...leadIds(reads), node], { keep: true });
	return async () => {
		const { wallMs, succeeded } = await flow.run();
		const run = (await flow.lastRun())[node.name];
		await sandbox.close();
		const { requests } = sandbox;
		const completed = succeeded ? run.items : 0;
		const tokens = requests.reduce((sum, request) => sum + request.tokens, 0);
		const refused = requests.filter(({ status }) => status === 429).length;
		const wasted = tokens - completed * TOKENS;
		const seconds = wallMs / 1000;
		return { variant, completed, sent: requests.length, refused, tokens, wasted, seconds };
	};
}

async function run(bench: Bench): Promise<Limit> {
	const reads = bench.smoke ? 5 : 250;
	const rounds = bench.rounds(3);
	const least = Math.floor((reads - 1) / PER_MINUTE) * 60;
	const runs: Array<Awaited<ReturnType<typeof prepared>>> = [];
	for (let round = 0; round < rounds; round++) {
		for (const variant of variants) runs.push(await prepared(bench, variant, reads));
	}
	// They mostly wait and each has its own service, so they run at the same time, started in turns.
	const all = await Promise.all(
		runs.map(async (begin, place) => {
			await new Promise((resolve) => setTimeout(resolve, bench.smoke ? 0 : place * 2000));
			return await begin();
		}),
	);
	const outcomeOf = (variant: Variant): Outcome => {
		const own = all.filter((outcome) => outcome.variant === variant);
		const of = (key: Exclude<keyof (typeof own)[number], 'variant'>) =>
			figure(own.map((outcome) => outcome[key]));
		const complete = least > 0 && own.every(({ completed }) => completed === reads);
		return {
			completed: of('completed'),
			sent: of('sent'),
			refused: of('refused'),
			tokens: of('tokens'),
			wasted: of('wasted'),
			seconds: of('seconds'),
			...(complete && { ratio: figure(own.map(({ seconds }) => seconds / least)) }),
		};
	};
	const outcomes = Object.fromEntries(
		variants.map((variant) => [variant, outcomeOf(variant)]),
	) as Limit['outcomes'];
	expectCount('At the limit', outcomes.node.completed.least, reads);
	return { reads, least, outcomes };
}

function goals({ reads, outcomes: { node } }: Limit): Goal[] {
	return [
		{
			goal: `${reads} reads at ${PER_MINUTE} a minute: all of them, nothing wasted`,
			measured: `${node.completed.least} of ${reads}, ${node.refused.most} 429 responses, ${node.wasted.most} tokens wasted`,
			met: node.completed.least === reads && node.refused.most === 0 && node.wasted.most === 0,
		},
		{
			goal: 'The same, in at most 1.05 of the least possible time',
			measured: node.ratio ? node.ratio.most.toFixed(3) : 'not complete',
			met: (node.ratio?.most ?? Infinity) <= 1.05,
		},
	];
}

function parts({ reads, least, outcomes }: Limit): Record<string, string> {
	const heads = [
		'',
		'Completed',
		'Requests',
		'429 responses',
		'Tokens',
		'Wasted',
		'Time',
		'Of the least',
	];
	const lines = variants.map((variant) => {
		const one = outcomes[variant];
		return [
			titles[variant],
			`${plain(one.completed)} of ${reads}`,
			plain(one.sent),
			plain(one.refused),
			plain(one.tokens),
			plain(one.wasted),
			`${plain(one.seconds)} s`,
			one.ratio ? times(one.ratio) : 'fails',
		];
	});
	return { 'limit: outcomes': table(heads, lines), 'limit: least': `${number(least)} s` };
}

function charts({ reads, outcomes }: Limit): Record<string, TopLevelSpec> {
	const bars = variants.flatMap((variant) => {
		const { completed, wasted } = outcomes[variant];
		const bar = (x: string, { median: y, least, most }: Figure) => ({
			x,
			variant: titles[variant],
			y,
			least,
			most,
		});
		return [bar('items completed', completed), bar('tokens wasted', wasted)];
	});
	const order = variants.map((variant) => titles[variant]);
	const xTitle = `${reads} reads, ${PER_MINUTE} a minute allowed`;
	return { limit: chart.bars(bars, xTitle, 'number', order) };
}

export const limit: Row<Limit> = { number: 3, name: 'limit', run, goals, parts, charts };
