/** Row 8: costs of the recipes of the README, compared with the same flow of HTTP Request nodes. */
import { startSandbox, type Sandbox } from '../../sandbox';
import {
	credentialData,
	httpRequest,
	leadIds,
	leadUrl,
	ours,
	readLead,
	splitOut,
	trigger,
	noOp,
	onlyNew,
	onlyBelow,
	type FlowNode,
} from '../flows';
import type { BenchN8n, Flow } from '../n8n';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { byTurns, figure, type Figure } from '../statistics';
import { ms, number, table } from '../text';

/** Costs of some rounds (hours, minutes) of a recipe. */
interface Cost {
	rounds: number;
	requests: number;
	tokens: number;
	/** Executions that n8n starts and saves. */
	executions: number;
	/** Items that reach the last node, such as rows to upsert or alerts to send. */
	items: number;
}

interface Lookup {
	requests: number;
	tokens: number;
	time: Figure;
}

export interface Recipes {
	sync: { leads: number; added: number; node: Cost; http: Cost; deduplicated: Cost };
	/** The balances of the rounds, and the threshold. */
	balance: { balances: number[]; threshold: number; node: Cost; http: Cost };
	lookups: { items: number; leads: number; node: Lookup; http: Lookup };
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function until(what: string, ask: () => boolean): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (!ask()) {
		if (Date.now() > deadline) throw new Error(`Waited a minute for ${what}, which did not happen`);
		await pause(50);
	}
}

const tokensIn = ({ requests }: Sandbox) => requests.reduce((sum, { tokens }) => sum + tokens, 0);

interface Place {
	n8n: BenchN8n;
	sandbox: Sandbox;
	/** The credentials of the package and for the bearer token. */
	own: Record<string, object>;
	bearer: Record<string, object>;
}

async function inSandbox<T>(bench: Bench, leadCount: number, task: (place: Place) => Promise<T>) {
	const limits = { minute: 0, hour: 0, day: 0 };
	const sandbox = await startSandbox({ limits, balance: 1_000_000, leadCount });
	try {
		const n8n = await bench.n8n();
		const token = sandbox.tokens.admin;
		const own = await n8n.credential('agentSuiteApi', credentialData(token, sandbox.url));
		const bearer = await n8n.credential('httpBearerAuth', { token });
		return await task({ n8n, sandbox, own, bearer });
	} finally {
		await sandbox.close();
	}
}

/** Measures the trigger, which polls every few seconds instead of hours. A round is a change and the next poll. */
async function withTrigger(
	{ n8n, sandbox, own }: Place,
	parameters: object,
	changes: Array<() => void>,
): Promise<Cost> {
	const polled = async (count: number) => {
		const before = sandbox.requests.length;
		const ended = () =>
			sandbox.requests.slice(before).filter(({ status }) => status === 200).length;
		await until('polls', () => ended() >= count);
		// n8n still has to process the response.
		await pause(500);
	};
	const id = await n8n.publish([trigger(parameters, own), noOp], { keep: true });
	await polled(1);
	const earlier = (await n8n.executions(id)).length;
	let requests = 0;
	let tokens = 0;
	for (const change of changes) {
		change();
		sandbox.clearRequests();
		await polled(1);
		// A late poll can happen twice, so only the cost of one counts.
		requests += 1;
		tokens += tokensIn(sandbox) / sandbox.requests.length;
	}
	await n8n.unpublish(id);
	const executions = await n8n.executions(id);
	let items = 0;
	for (const execution of executions) items += (await n8n.nodeRuns(execution.id))[noOp.name].items;
	return {
		rounds: changes.length,
		requests,
		tokens,
		executions: executions.length - earlier,
		items,
	};
}

/** The same for a scheduled flow. Like the trigger, it also runs once before the rounds. */
async function withFlow(
	{ n8n, sandbox }: Place,
	nodes: FlowNode[],
	changes: Array<() => void>,
): Promise<Cost> {
	const flow: Flow = await n8n.flow([...nodes, noOp], { keep: true });
	const once = async () => {
		const { succeeded, answer } = await flow.run();
		// If no item reaches the last node, n8n responds with a different text.
		const said = JSON.stringify(answer);
		if (!succeeded && said.includes('Error in workflow'))
			throw new Error(`The flow failed: ${said}`);
		return (await flow.lastRun())[noOp.name]?.items ?? 0;
	};
	await once();
	sandbox.clearRequests();
	let items = 0;
	for (const change of changes) {
		change();
		items += await once();
	}
	const { length: requests } = sandbox.requests;
	const rounds = changes.length;
	return { rounds, requests, tokens: tokensIn(sandbox), executions: rounds, items };
}

async function sync(bench: Bench): Promise<Recipes['sync']> {
	const leads = bench.smoke ? 50 : 5000;
	const added = 5;
	const hours = bench.smoke ? 1 : 4;
	// The sandbox starts with twelve leads.
	return await inSandbox(bench, leads - 12, async (place) => {
		const { sandbox } = place;
		// Nothing changes in the last hour.
		const changes = Array.from({ length: hours }, (_, hour) => () => {
			if (hours > 1 && hour === hours - 1) return;
			for (let count = 0; count < added; count++) sandbox.addLead();
		});
		const read = httpRequest(`${sandbox.url}/agent/lead`, place.bearer);
		const node = await withTrigger(place, { event: 'leadCreated' }, changes);
		expectCount('Lead sync', node.items, added * Math.max(1, hours - 1));
		sandbox.reset();
		const http = await withFlow(place, [read, splitOut('leads')], changes);
		sandbox.reset();
		const key = '={{ $json.agentConversationId + $json.email }}';
		const flow = [read, splitOut('leads'), onlyNew(key)];
		const deduplicated = await withFlow(place, flow, changes);
		expectCount('Lead sync, Remove Duplicates', deduplicated.items, node.items);
		return { leads, added, node, http, deduplicated };
	});
}

async function balance(bench: Bench): Promise<Recipes['balance']> {
	const balances = bench.smoke ? [100] : [900, 400, 300, 200, 900];
	const threshold = 500;
	return await inSandbox(bench, 0, async (place) => {
		const { sandbox } = place;
		const changes = balances.map((left) => () => sandbox.setBalance(left));
		const node = await withTrigger(place, { event: 'balanceLow', threshold }, changes);
		expectCount('Balance alert', node.items, 1);
		sandbox.reset();
		const url = `${sandbox.url}/billing-token/getTokenBalance`;
		const read = httpRequest(url, place.bearer);
		const flow = [read, onlyBelow('={{ $json.totalTokenCount }}', threshold)];
		const http = await withFlow(place, flow, changes);
		return { balances, threshold, node, http };
	});
}

async function lookups(bench: Bench): Promise<Recipes['lookups']> {
	const [items, leads] = bench.smoke ? [20, 5] : [1000, 50];
	return await inSandbox(bench, leads, async ({ n8n, sandbox, own, bearer }) => {
		const url = leadUrl(sandbox.url);
		const measured = async (node: FlowNode) => {
			const flow = await n8n.flow([...leadIds(items, leads), node], { keep: true });
			return async () => {
				sandbox.clearRequests();
				await flow.run();
				const run = (await flow.lastRun())[node.name];
				expectCount(`${node.name}, lookups`, run.items, items);
				return { requests: sandbox.requests.length, tokens: tokensIn(sandbox), time: run.ms };
			};
		};
		const flows = {
			node: await measured(ours(readLead, own)),
			http: await measured(httpRequest(url, bearer)),
		};
		const samples = await byTurns(flows, bench.rounds(5), bench.smoke ? 0 : 1);
		const lookup = (name: 'node' | 'http'): Lookup => ({
			...samples[name][0],
			time: figure(samples[name].map(({ time }) => time)),
		});
		return { items, leads, node: lookup('node'), http: lookup('http') };
	});
}

async function run(bench: Bench): Promise<Recipes> {
	return { sync: await sync(bench), balance: await balance(bench), lookups: await lookups(bench) };
}

function goals({ lookups: { node, http } }: Recipes): Goal[] {
	return [
		{
			goal: 'Lookups that repeat: fewer tokens than with the HTTP Request node',
			measured: `${number(node.tokens)} instead of ${number(http.tokens)}`,
			met: node.tokens < http.tokens,
		},
	];
}

function parts({ sync: leads, balance: money, lookups: found }: Recipes): Record<string, string> {
	const a = (value: number, rounds: number, perDay: number) => number((value / rounds) * perDay);
	const line = (title: string, cost: Cost, perDay: number) => [
		title,
		a(cost.requests, cost.rounds, perDay),
		a(cost.tokens, cost.rounds, perDay),
		`${number(cost.executions)} in ${cost.rounds}`,
		`${number(cost.items)} in ${cost.rounds}`,
	];
	return {
		'recipes: sync': table(
			[
				'Hourly sync',
				'Requests a day',
				'Tokens a day',
				'Executions in hours',
				'Items to upsert in hours',
			],
			[
				line('Agent Suite Trigger', leads.node, 24),
				line('HTTP Request + Split Out', leads.http, 24),
				line('HTTP Request + Split Out + Remove Duplicates', leads.deduplicated, 24),
			],
		),
		'recipes: sync leads': `${number(leads.leads)} leads, ${leads.added} new ones an hour and none in the last of ${leads.node.rounds} hours`,
		'recipes: balance': table(
			[
				'Alert each minute',
				'Requests a day',
				'Tokens a day',
				'Executions in minutes',
				'Alerts in minutes',
			],
			[line('Agent Suite Trigger', money.node, 1440), line('HTTP Request + If', money.http, 1440)],
		),
		'recipes: balances': `balances of ${money.balances.join(', ')} and a threshold of ${money.threshold}`,
		'recipes: lookups': table(
			[`${number(found.items)} lookups of ${found.leads} leads`, 'Requests', 'Tokens', 'Time'],
			(
				[
					['Agent Suite', found.node],
					['HTTP Request', found.http],
				] as const
			).map(([title, one]) => [title, number(one.requests), number(one.tokens), ms(one.time)]),
		),
	};
}

export const recipes: Row<Recipes> = {
	number: 8,
	name: 'recipes',
	run,
	goals,
	parts,
	charts: () => ({}),
};
