import { activate, upsertCredential, type Credential } from '../../playground/workflows';
import { working } from '../support/service';
import { until } from '../support/programs/until';
import { listExecutions, readExecutions, type StoredExecution } from '../support/server/executions';
import { pollingTrigger, triggerName } from '../support/server/pollingServer';
import { SteadyClock } from '../support/server/steadyClock';
import { createCredential, createWorkflow, inChain, webhook } from '../support/server/workflows';
import { Cluster } from './cluster';
import { testDelivery } from './delivery';

/** Requests per minute that the service allows, and the default of a new credential. */
const LIMIT = 100;
const MINUTE = 60_000;
/** Items per execution. Each creates one platform and reads one lead. */
const ITEMS = 10;
/** The part of the requests. The simulation of two processes has 21 %, whatever the machine has to do beside them. */
const MOST_REFUSED = 0.25;
const ended = ['success', 'error', 'crashed', 'canceled'];

/** How n8n notices within seconds that a worker was killed. By default, that takes a minute and a half. */
const quickly = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

const cluster = new Cluster();
const clock = new SteadyClock();
let credential: Credential;

beforeAll(async () => {
	await cluster.start(2, { ...clock.env, ...quickly });
	const { rest, sandbox } = cluster;
	credential = await upsertCredential(rest, {
		accessToken: sandbox.tokens.admin,
		baseUrl: sandbox.url,
	});
});
afterAll(async () => {
	await cluster.stop();
	clock.remove();
});

/** A credential of a token with its own limit, so that the load at the end starts with an empty window. */
async function credentialForPolls(): Promise<Credential> {
	const { rest, sandbox } = cluster;
	const data = { accessToken: sandbox.tokens.adminSecond, baseUrl: sandbox.url };
	return await createCredential(rest, 'agentSuiteApi', data);
}

async function create(nodes: object[], connections: object = {}): Promise<string> {
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' };
	return await createWorkflow(cluster.rest, { name: 'Queue', nodes, connections, settings });
}

/** How often an execution was started, according to the logs of the workers. */
const timesBegun = (id: string) =>
	cluster.workers.flatMap((worker) => worker.started()).filter((begun) => begun === id).length;

test('the trigger: the main polls, a worker runs, each new lead once', async () => {
	const { rest, sandbox } = cluster;
	const polls = () => sandbox.requests.filter(({ status }) => status === 200).length;
	const polled = async (count: number) => {
		const before = polls();
		await until(() => polls() >= before + count, `${count} polls`, 60_000);
	};
	const id = await create([pollingTrigger(await credentialForPolls(), { event: 'leadCreated' })]);
	await activate(rest, id);
	await polled(2);
	const { email } = sandbox.addLead().lead;
	const all = async () => {
		const executions = await readExecutions(rest, id);
		const over = executions.length > 0 && executions.every(({ status }) => status === 'success');
		return over && executions;
	};
	await until(all, 'the execution of the new lead', 60_000);
	await polled(3);
	await rest.post(`/rest/workflows/${id}/deactivate`);

	const executions = await readExecutions(rest, id);
	expect(executions.map(({ outputs }) => outputs[triggerName])).toEqual([
		[expect.objectContaining({ email })],
	]);
	expect(timesBegun(executions[0].id)).toBe(1);
});

testDelivery(cluster, clock, credentialForPolls);

/** Webhook → an item for each name → a platform of that name → a lead read for it. */
async function createLoad(path: string): Promise<string> {
	const suite = (name: string, place: number, parameters: object) => ({
		id: `suite-${place}`,
		name,
		type: 'n8n-nodes-agent-suite.agentSuite',
		typeVersion: 1,
		position: [place * 200, 0],
		parameters,
		credentials: { agentSuiteApi: credential },
	});
	const nodes = [
		webhook(path, { httpMethod: 'POST', responseMode: 'onReceived' }),
		{
			id: 'split',
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [200, 0],
			parameters: { fieldToSplitOut: 'body.names', options: { destinationFieldName: 'name' } },
		},
		suite('Create', 2, {
			resource: 'seoPlatform',
			operation: 'create',
			...working['seoPlatform.create'],
			name: '={{ $json.name }}',
		}),
		suite('Read', 3, {
			resource: 'lead',
			operation: 'get',
			...working['lead.get'],
			// Each item sends its own request, and none gives up because others are ahead of it.
			options: { maxTokens: '={{ 1e6 + $itemIndex }}', maxWait: 600 },
		}),
	];
	Object.assign(nodes[2].parameters, { options: { maxWait: 600 } });
	const id = await create(nodes, inChain(nodes));
	await activate(cluster.rest, id);
	return id;
}

/** The requests to create a platform, with its name and the status of the response. */
function creates(): Array<{ name: string; refused: boolean }> {
	return cluster.sandbox.requests
		.filter(({ method, path }) => method === 'POST' && path === '/seo/createPlatform')
		.map(({ body, status }) => ({
			name: (body as { name: string }).name,
			refused: status === 429,
		}));
}

/** The names of the platforms in the service, read with a token that has its own limit. */
async function platformNames(): Promise<string[]> {
	const { url, tokens } = cluster.sandbox;
	const response = await fetch(`${url}/seo/getPlatforms`, {
		headers: { authorization: `Bearer ${tokens.adminSecond}` },
	});
	return ((await response.json()) as Array<{ name: string }>).map(({ name }) => name);
}

const repeated = (names: string[]) => names.filter((name, place) => names.indexOf(name) !== place);

describe('parallel executions share a token, a worker is killed, and Redis is restarted', () => {
	let workflow: string;
	let executions: StoredExecution[];
	let killed: string[];
	/** The names of each call of the webhook. */
	const calls: string[][] = [];

	const call = async (count: number) => {
		for (let number = 0; number < count; number++) {
			const names = Array.from({ length: ITEMS }, (_, item) => `call ${calls.length} item ${item}`);
			calls.push(names);
			await cluster.callWebhook('queue-load', { names });
		}
	};
	/** The call that an execution belongs to, by its first name. */
	const callOf = ({ outputs }: StoredExecution) =>
		calls.findIndex(([first]) => first === outputs['Split Out']?.[0]?.name);

	beforeAll(async () => {
		const { rest, sandbox, redis } = cluster;
		const began = Date.now();
		const say = (text: string) =>
			process.stdout.write(`  ${((Date.now() - began) / 1000).toFixed(0)} s: ${text}\n`);
		const accepted = () => sandbox.requests.filter(({ status }) => status !== 429).length;
		workflow = await createLoad('queue-load');
		sandbox.clearRequests();
		// Slow responses, so that some are still in flight when the worker is killed.
		sandbox.addFault({ kind: 'slow', ms: 150, after: true, times: null });

		// In total, less than two minutes of the limit, but more than one.
		await call(10);
		const [victim] = cluster.workers;
		// More running calls than the other worker can take, so this one has sent requests too.
		const atWork = () => {
			const names = creates().flatMap(({ name, refused }) => (refused ? [] : [name]));
			return new Set(names.map((name) => name.split(' item ')[0])).size;
		};
		const bothWork = () => victim.running().length > 0 && atWork() >= 8;
		await until(bothWork, 'the first creates of both workers', 2 * MINUTE);
		await victim.process.kill();
		killed = victim.running();
		say(`a worker is killed with ${killed.length} executions, after ${accepted()} requests`);
		await cluster.addWorkerOfCompose();
		say('another worker takes its place');
		await call(2);
		const all = async () => {
			const list = await listExecutions(rest, workflow);
			return list.length === calls.length && list.every(({ status }) => ended.includes(status));
		};
		const secondMinute = async () => accepted() > LIMIT + 20 || (await all());
		await until(secondMinute, 'the second minute', 4 * MINUTE);
		await redis.restart();
		say(`Redis has been restarted, after ${accepted()} requests`);
		await call(1);
		await until(all, 'the end of all executions', 7 * MINUTE);
		say(`all executions have ended, after ${accepted()} requests`);
		executions = await readExecutions(rest, workflow);
		// It can have taken one without having logged it, which no other worker has begun then.
		const failed = executions.filter(({ status }) => status !== 'success');
		killed.push(...failed.map(({ id }) => id).filter((id) => timesBegun(id) === 0));
	});

	test('all workers had work, and no execution was begun twice', () => {
		const ids = executions.map(({ id }) => id);
		for (const worker of cluster.workers) {
			expect(worker.started().filter((id) => ids.includes(id)).length).toBeGreaterThan(0);
		}
		expect(ids.filter((id) => timesBegun(id) !== 1 && !killed.includes(id))).toEqual([]);
		expect(Math.max(...ids.map(timesBegun))).toBe(1);
	});

	test('n8n fails what the killed worker ran, and nothing else', () => {
		const lost = executions.filter(({ status }) => status !== 'success');
		// The main process can notice it in two ways, with different messages.
		const words = /failed to be processed too many times|job stalled more than allowable limit/;
		for (const { status, error } of lost) {
			if (status !== 'crashed')
				expect([status, error]).toEqual(['error', expect.stringMatching(words)]);
		}
		expect(lost.length).toBeGreaterThan(0);
		expect(killed).toEqual(expect.arrayContaining(lost.map(({ id }) => id)));
	});

	test('the worker was killed in the middle: some of its platforms are created', async () => {
		const done = executions.filter(({ status }) => status === 'success').map(callOf);
		const open = calls.filter((_, number) => !done.includes(number)).flat();
		const names = await platformNames();
		const made = open.filter((name) => names.includes(name)).length;
		expect(made).toBeGreaterThan(0);
		expect(made).toBeLessThan(open.length);
	});

	test('every item of all other executions is delivered', async () => {
		const succeeded = executions.filter(({ status }) => status === 'success');
		expect(succeeded.length).toBeGreaterThanOrEqual(calls.length - killed.length);
		const names = await platformNames();
		for (const execution of succeeded) {
			const asked = calls[callOf(execution)];
			expect(execution.outputs.Create.map(({ name }) => name)).toEqual(asked);
			expect(execution.outputs.Read).toHaveLength(ITEMS);
			expect(names).toEqual(expect.arrayContaining(asked));
		}
	});

	test('no platform is created twice, or sent twice except after a 429', async () => {
		expect(repeated(await platformNames())).toEqual([]);
		const sent = creates().filter(({ refused }) => !refused);
		expect(repeated(sent.map(({ name }) => name))).toEqual([]);
	});

	// The sandbox keeps the limit itself, so what counts is how seldom it has to.
	test('few requests are refused', () => {
		const { requests } = cluster.sandbox;
		const refused = requests.filter(({ status }) => status === 429).length;
		process.stdout.write(`  ${requests.length} requests sent, ${refused} of them refused (429)\n`);
		expect(refused / requests.length).toBeLessThan(MOST_REFUSED);
	});
});
