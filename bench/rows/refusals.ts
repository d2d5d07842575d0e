/** Row 4: the cost of a 429 that does not mean that others share the token. */
import axios from 'axios';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
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
import { plain, table } from '../text';

const PER_MINUTE = 100;
const RETRY_AFTER = 1;
const BURST = 20;

const titles = variantTitles;
type Variant = keyof typeof titles;
const variants = Object.keys(titles) as Variant[];

interface Case {
	title: string;
	options: SandboxOptions;
	/** Prepares the service before the reads. */
	before?(sandbox: Sandbox, reads: number): void | Promise<void>;
}

const cases = {
	none: { title: 'Nothing is refused', options: {} },
	stray: {
		title: `One 429 with Retry-After ${RETRY_AFTER}, for no reason`,
		options: {},
		before: (sandbox, reads) => {
			const nth = Math.ceil(reads * 0.4);
			sandbox.addFault({ kind: 'rateLimit', retryAfter: RETRY_AFTER, match: { nth } });
		},
	},
	bucket: {
		title: `A token bucket of ${BURST} that fills evenly, without Retry-After`,
		options: { limits: { minute: PER_MINUTE, hour: 0, day: 0, burst: BURST }, retryAfter: false },
	},
	restart: {
		title: 'n8n was restarted, and the minute is full',
		options: {},
		before: async (sandbox, reads) => {
			const headers = { Authorization: `Bearer ${sandbox.tokens.admin}` };
			for (let read = 0; read < reads; read++) {
				await axios.get(`${sandbox.url}/billing-token/getTokenBalance`, { headers });
			}
		},
	},
} satisfies Record<string, Case>;
type CaseName = keyof typeof cases;
const caseNames = Object.keys(cases) as CaseName[];

interface Outcome {
	completed: Figure;
	refused: Figure;
	seconds: Figure;
}

export interface Refusals {
	reads: number;
	/** Minimum time with the bucket and with the full minute, s. */
	least: { bucket: number; restart: number };
	outcomes: Record<CaseName, Record<Variant, Outcome>>;
	/** Parallel executions of one read each, one of them refused. */
	executions: { of: number; succeeded: number };
}

const minuteOf = (smoke: boolean) => (smoke ? 3000 : 60_000);

async function serviceOf(name: CaseName, smoke: boolean, reads: number) {
	const { options, before }: Case = cases[name];
	const sandbox = await startSandbox({
		limits: { minute: PER_MINUTE, hour: 0, day: 0 },
		windows: { minuteMs: minuteOf(smoke) },
		balance: 1_000_000,
		leadCount: reads,
		...options,
	});
	return { sandbox, before: async () => await before?.(sandbox, reads) };
}

async function nodeOf(bench: Bench, sandbox: Sandbox, variant: Variant): Promise<FlowNode> {
	const n8n = await bench.n8n();
	const token = sandbox.tokens.admin;
	if (variant === 'node') {
		const data = credentialData(token, sandbox.url, PER_MINUTE);
		return ours(readLead, await n8n.credential('agentSuiteApi', data));
	}
	const node = httpRequest(leadUrl(sandbox.url), await n8n.credential('httpBearerAuth', { token }));
	return variant === 'retry' ? { ...node, ...retryOnFail } : node;
}

/** Prepares one run against its own sandbox. */
async function prepared(bench: Bench, name: CaseName, variant: Variant, reads: number) {
	const { sandbox, before } = await serviceOf(name, bench.smoke, reads);
	const n8n = await bench.n8n();
	const node = await nodeOf(bench, sandbox, variant);
	const flow = await n8n.flow([...leadIds(reads), node], { keep: true });
	return async () => {
		await before();
		const earlier = sandbox.requests.length;
		const { wallMs, succeeded } = await flow.run();
		const last = succeeded ? (await flow.lastRun())[node.name] : { items: 0, ms: wallMs };
		await sandbox.close();
		const sent = sandbox.requests.slice(earlier);
		const refused = sent.filter(({ status }) => status === 429).length;
		return { name, variant, completed: last.items, refused, seconds: last.ms / 1000 };
	};
}

/** Runs parallel executions of one read each, one of which is refused. */
async function executions(bench: Bench, count: number): Promise<Refusals['executions']> {
	const { sandbox, before } = await serviceOf('stray', bench.smoke, count);
	const n8n = await bench.n8n();
	const node = await nodeOf(bench, sandbox, 'node');
	const flow = await n8n.flow([...leadIds(1), node], { keep: false });
	await before();
	const runs = await Promise.all(Array.from({ length: count }, async () => await flow.run()));
	await sandbox.close();
	return { of: count, succeeded: runs.filter(({ succeeded }) => succeeded).length };
}

async function run(bench: Bench): Promise<Refusals> {
	const reads = bench.smoke ? 5 : PER_MINUTE;
	bench.say('executions of one read');
	const single = await executions(bench, reads);
	bench.say('a 429, a token bucket, a full minute');
	const each = Array.from({ length: bench.rounds(3) }, () => caseNames).flat();
	const runs: Array<Awaited<ReturnType<typeof prepared>>> = [];
	for (const name of each) {
		for (const variant of variants) runs.push(await prepared(bench, name, variant, reads));
	}
	// They mostly wait and each has its own service, so they run at the same time, started in turns.
	const all = await Promise.all(
		runs.map(async (begin, place) => {
			await new Promise((resolve) => setTimeout(resolve, bench.smoke ? 0 : place * 2000));
			return await begin();
		}),
	);
	const outcome = (name: CaseName, variant: Variant): Outcome => {
		const own = all.filter((one) => one.name === name && one.variant === variant);
		return {
			completed: figure(own.map(({ completed }) => completed)),
			refused: figure(own.map(({ refused }) => refused)),
			seconds: figure(own.map(({ seconds }) => seconds)),
		};
	};
	const outcomes = Object.fromEntries(
		caseNames.map((name) => [
			name,
			Object.fromEntries(variants.map((variant) => [variant, outcome(name, variant)])),
		]),
	) as Refusals['outcomes'];
	for (const name of caseNames) {
		expectCount(cases[name].title, outcomes[name].node.completed.least, reads);
	}
	const restart = minuteOf(bench.smoke) / 1000;
	const bucket = Math.max(0, (restart * (reads - BURST)) / PER_MINUTE);
	return { reads, least: { bucket, restart }, outcomes, executions: single };
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

function goals({ reads, least, outcomes, executions: single }: Refusals): Goal[] {
	const time = (name: CaseName) => outcomes[name].node.seconds;
	const stray = time('stray').most - time('none').median;
	const bucket = time('bucket').most / (least.bucket || 1);
	return [
		{
			goal: `One stray 429 among ${reads} reads: at most 2 s more than its Retry-After of ${RETRY_AFTER} s`,
			measured: `${seconds(stray)} more`,
			met: stray <= RETRY_AFTER + 2,
		},
		{
			goal: `One stray 429 among ${single.of} executions of one read each: none fails`,
			measured: `${single.succeeded} of ${single.of} succeeded`,
			met: single.succeeded === single.of,
		},
		{
			goal: `${reads} reads from a token bucket of ${BURST}: within 1.3 of the least possible time`,
			measured: `${bucket.toFixed(2)} (${seconds(time('bucket').most)})`,
			met: bucket <= 1.3,
		},
		{
			goal: `${reads} reads after a restart into a full minute: within 75 s`,
			measured: seconds(time('restart').most),
			met: time('restart').most <= 75,
		},
	];
}

function parts({ reads, least, outcomes }: Refusals): Record<string, string> {
	const lines = caseNames.flatMap((name) =>
		variants.map((variant) => {
			const { completed, refused, seconds: time } = outcomes[name][variant];
			const cells = [`${plain(completed)} of ${reads}`, plain(refused), `${plain(time)} s`];
			return [cases[name].title, titles[variant], ...cells];
		}),
	);
	return {
		'refusals: outcomes': table(['', '', 'Completed', '429 responses', 'Time'], lines),
		'refusals: burst': String(BURST),
		'refusals: bucket': seconds(least.bucket),
	};
}

export const refusals: Row<Refusals> = {
	number: 4,
	name: 'refusals',
	run,
	goals,
	parts,
	charts: () => ({}),
};
