/** Two rows: 250 reads at 100 per minute, and reads that the service refuses for other reasons. */
import axios from 'axios';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { median, number, span } from '../figures';
import {
	credentialData,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	retryOnFail,
} from '../flows';
import {
	againstOther,
	expectCount,
	OURS,
	type Bench,
	type Build,
	type Line,
	type Row,
} from '../row';

const PER_MINUTE = 100;
const TOKENS = 5;
const RETRY_AFTER = 1;
const BURST = 20;

/** The alternatives, by name. */
const httpVariants = {
	'HTTP Request': {},
	'with Retry On Fail': { settings: retryOnFail },
	'in batches of 100 a minute': { batch: { batchSize: PER_MINUTE, batchInterval: 60_000 } },
};
type Http = keyof typeof httpVariants;

interface Case {
	reads: number;
	options?: SandboxOptions;
	/** Prepares the service before the reads. */
	before?(sandbox: Sandbox, reads: number): void | Promise<void>;
	/** The alternatives to measure. */
	others?: Http[];
}

/** How one run ended. */
interface Outcome {
	variant: string;
	completed: number;
	refused: number;
	/** Tokens of responses that the node did not return. */
	wasted: number;
	seconds: number;
}

const minuteMs = ({ smoke }: Bench) => (smoke ? 3000 : 60_000);

async function serviceOf(bench: Bench, { reads, options, before }: Case) {
	const sandbox = await startSandbox({
		limits: { minute: PER_MINUTE, hour: 0, day: 0 },
		windows: { minuteMs: minuteMs(bench) },
		balance: 1_000_000,
		leadCount: reads,
		...options,
	});
	await before?.(sandbox, reads);
	return { sandbox, earlier: sandbox.requests.length };
}

/** Our node, with a credential for this service. */
async function oursFor({ n8n: start }: Build, { tokens, url }: Sandbox) {
	const n8n = await start();
	const data = credentialData(tokens.admin, url, PER_MINUTE);
	const node = ours(readLead, await n8n.credential('agentSuiteApi', data));
	return { n8n, node };
}

/** One run against its own service, so that nothing else uses its limits and tokens. */
async function run(bench: Bench, tried: Case, variant: Build | Http): Promise<Outcome> {
	const { sandbox, earlier } = await serviceOf(bench, tried);
	const http = typeof variant === 'string' ? httpVariants[variant] : undefined;
	const { n8n, node } = await oursFor(http ? bench.builds[0] : (variant as Build), sandbox);
	const { batch, settings } = { batch: undefined, settings: {}, ...http };
	const bearer = await n8n.bearer(sandbox.tokens.admin);
	const request = { ...httpRequest(leadUrl(sandbox.url), bearer, batch), ...settings };
	const result = await n8n.runOnce([...leadIds(tried.reads), http ? request : node]);
	await sandbox.close();
	const sent = sandbox.requests.slice(earlier);
	const completed = result.succeeded ? result.items : 0;
	return {
		variant: typeof variant === 'string' ? variant : variant.name,
		completed,
		refused: sent.filter(({ status }) => status === 429).length,
		wasted: sent.reduce((sum, { tokens }) => sum + tokens, 0) - completed * TOKENS,
		seconds: (result.succeeded ? result.ms : result.wallMs) / 1000,
	};
}

/** Runs each case with each variant, in turns. They mostly wait, so they run at the same time. */
async function outcomesOf(bench: Bench, cases: Case[], rounds: number): Promise<Outcome[][]> {
	const gap = bench.smoke ? 0 : 2000;
	let started = 0;
	const outcomes = cases.map(async (tried) => {
		const variants = [...bench.builds, ...(tried.others ?? [])];
		const turns = Array.from({ length: rounds }, () => variants).flat();
		return await Promise.all(
			turns.map(async (variant) => {
				await new Promise((resolve) => setTimeout(resolve, gap * started++));
				return await run(bench, tried, variant);
			}),
		);
	});
	return await Promise.all(outcomes);
}

/** Samples of one figure by variant. */
function samplesOf(outcomes: Outcome[], of: (outcome: Outcome) => number) {
	const samples: Record<string, number[]> = {};
	for (const outcome of outcomes) (samples[outcome.variant] ??= []).push(of(outcome));
	return samples;
}

/** `0 of 250 in 3.9 s, 150 refused, 500 tokens wasted`, of one variant. */
function describe(outcomes: Outcome[], variant: string, { reads }: Case): string {
	const of = (get: (outcome: Outcome) => number) => samplesOf(outcomes, get)[variant];
	const completed = span(of(({ completed }) => completed));
	const parts = [
		`${completed} of ${reads} in ${span(
			of(({ seconds }) => seconds),
			's',
		)}`,
	];
	const [refused, wasted] = [of(({ refused }) => refused), of(({ wasted }) => wasted)];
	if (Math.max(...refused) > 0) parts.push(`${span(refused)} refused`);
	if (Math.max(...wasted) > 0) parts.push(`${span(wasted)} tokens wasted`);
	return parts.join(', ');
}

/** A line about a case. `goal` gets the seconds of our node. */
function linesOf(
	what: string,
	tried: Case,
	outcomes: Outcome[],
	goal: (seconds: number[], own: Outcome[]) => Line['goal'],
): Line[] {
	const own = outcomes.filter(({ variant }) => variant === OURS);
	expectCount(what, Math.min(...own.map(({ completed }) => completed)), tried.reads);
	const others = tried.others?.map((name) => `${name}: ${describe(outcomes, name, tried)}`);
	return [
		{
			what,
			ours: describe(outcomes, OURS, tried),
			others: others?.join('<br>'),
			goal: goal(
				own.map(({ seconds }) => seconds),
				own,
			),
		},
		...againstOther(
			what,
			samplesOf(outcomes, ({ seconds }) => seconds),
			(seconds) => seconds,
			's',
		),
	];
}

export const limit: Row = {
	name: 'limit',
	title: 'At the limit',
	how: 'The service allows 100 requests a minute. *Retry On Fail* has 5 tries with 5 s between them.',
	async measure(bench) {
		const names = Object.keys(httpVariants) as Http[];
		const tried: Case = bench.smoke
			? { reads: 5, others: names.slice(0, 1) }
			: { reads: 250, others: names };
		const [outcomes] = await outcomesOf(bench, [tried], bench.rounds(3));
		const least = Math.floor((tried.reads - 1) / PER_MINUTE) * 60;
		return linesOf(`${tried.reads} reads at 100 a minute`, tried, outcomes, (seconds, own) => {
			const ratio = Math.max(...seconds) / (least || 1);
			return {
				text: `nothing refused or wasted, at most 1.05 of ${least} s`,
				measured: ratio.toFixed(2),
				met: ratio <= 1.05 && own.every(({ refused, wasted }) => refused + wasted === 0),
			};
		});
	},
};

/** A 429 without a reason, at this part of the reads. */
const stray: Case['before'] = (sandbox, reads) => {
	const nth = Math.ceil(reads * 0.4);
	sandbox.addFault({ kind: 'rateLimit', retryAfter: RETRY_AFTER, match: { nth } });
};

/** An earlier process has used the limit of the minute. */
const fullMinute: Case['before'] = async (sandbox, reads) => {
	const headers = { Authorization: `Bearer ${sandbox.tokens.admin}` };
	for (let read = 0; read < reads; read++) {
		await axios.get(`${sandbox.url}/billing-token/getTokenBalance`, { headers });
	}
};

/** Executions of one read each at the same time, one of which is refused. */
async function executions(bench: Bench, reads: number): Promise<Line> {
	const { sandbox } = await serviceOf(bench, { reads, before: stray });
	const { n8n, node } = await oursFor(bench.builds[0], sandbox);
	const flow = await n8n.flow([...leadIds(1), node], { save: false });
	const runs = await Promise.all(Array.from({ length: reads }, async () => await flow.run()));
	await sandbox.close();
	const failed = runs.filter(({ succeeded }) => !succeeded).length;
	return {
		what: `The same among ${reads} executions of one read each`,
		ours: `${reads - failed} of ${reads} succeeded`,
		goal: { text: 'none fails', measured: `${failed}`, met: failed === 0 },
	};
}

/** A case in which the service refuses some of the reads, as a line of the page. */
interface RefusedCase extends Case {
	what: string;
	/** @param slowest seconds of the slowest round @param usual those of a run without refusals, in the median */
	goal(slowest: number, usual: number): NonNullable<Line['goal']>;
}

function refusedCases(bench: Bench, reads: number): RefusedCase[] {
	const others: Http[] = [
		'HTTP Request',
		...(bench.smoke ? [] : (['with Retry On Fail'] as const)),
	];
	const limits = { minute: PER_MINUTE, hour: 0, day: 0, burst: BURST };
	const least = ((reads - BURST) / PER_MINUTE) * (minuteMs(bench) / 1000);
	return [
		{
			what: `${reads} reads, one of them refused`,
			reads,
			others,
			before: stray,
			goal: (slowest, usual) => ({
				text: `at most 2 s more than Retry-After (${RETRY_AFTER} s)`,
				measured: `${number(slowest - usual)} s more`,
				met: slowest - usual <= RETRY_AFTER + 2,
			}),
		},
		{
			what: `${reads} reads, a bucket of ${BURST}`,
			reads,
			others,
			options: { limits, retryAfter: false },
			goal: (slowest) => ({
				text: `at most 1.3 of ${number(least)} s`,
				measured: (slowest / least).toFixed(2),
				met: slowest <= 1.3 * least,
			}),
		},
		{
			what: `${reads} reads after a restart into a full minute`,
			reads,
			others,
			before: fullMinute,
			goal: (slowest) => ({
				text: 'at most 66 s',
				measured: `${number(slowest)} s`,
				met: slowest <= 66,
			}),
		},
	];
}

export const refusals: Row = {
	name: 'refusals',
	title: 'Refused for other reasons',
	how:
		`The service refuses one request with a 429, or lets only ${BURST} requests through and refills evenly, or has a full ` +
		'minute of an earlier process.',
	async measure(bench) {
		const reads = bench.smoke ? 5 : PER_MINUTE;
		const amongExecutions = await executions(bench, reads);
		const cases = refusedCases(bench, reads);
		const [free, ...refused] = await outcomesOf(bench, [{ reads }, ...cases], bench.rounds(3));
		const usual = median(free.map(({ seconds }) => seconds));
		const [first, ...others] = cases.map((tried, index) =>
			linesOf(tried.what, tried, refused[index], (seconds) =>
				tried.goal(Math.max(...seconds), usual),
			),
		);
		// The first case again, in executions of their own.
		return [...first, amongExecutions, ...others.flat()];
	},
};
