import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { activate } from '../../../playground/workflows';
import { PollingServer, pause, until } from '../../support/server/pollingServer';
import { createWorkflow, httpRequest, inChain } from '../../support/server/workflows';

/** The lease of an execution: the timeout of the workflow and a minute, s. */
const LEASE = 61;
const settings = { executionTimeout: 1 };

const server = new PollingServer({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
/** Requests that are never answered until the test says so, and so keep their execution in progress. */
const open: ServerResponse[] = [];
const slow = createServer((_request, response) => void open.push(response));
let address: string;
let workflow: string;

beforeAll(async () => {
	slow.listen(0, '127.0.0.1');
	await Promise.all([server.start(), once(slow, 'listening')]);
	address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
	const called = {
		id: 'called',
		name: 'Called',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		parameters: { path: 'long', options: {} },
		webhookId: 'long',
	};
	const nodes = [called, httpRequest({ url: address, options: {} })];
	const connections = inChain(nodes);
	const long = await createWorkflow(server.rest, { name: 'Long', nodes, connections });
	await activate(server.rest, long);
	const parameters = { event: 'leadCreatedOrUpdated', retryFailedExecutions: true };
	workflow = await server.createWorkflow(parameters, undefined, [], settings);
	await server.activate(workflow);
	await server.polls(2);
}, 240_000);
afterAll(async () => {
	await server.stop();
	slow.closeAllConnections();
	slow.close();
}, 60_000);

/** Lets an execution of another workflow take the only place that n8n has. */
async function occupy(): Promise<void> {
	void fetch(`${server.url}/webhook/long`).catch(() => undefined);
	await until(() => open.length > 0, 'the long execution');
}

function release(): void {
	for (const response of open.splice(0)) response.end('{}');
}

const statesOf = async (email: unknown) =>
	(await server.emitted(workflow))
		.filter((item) => item.email === email)
		.map(({ status }) => status);

test('executions that wait in the queue of n8n: each arrives once', async () => {
	await occupy();
	const leads = [server.sandbox.addLead(), server.sandbox.addLead()];
	await server.polls(3);
	expect(await server.emitted(workflow)).toEqual([]);
	release();
	await server.polls(3);
	await server.idle(workflow);
	for (const { lead } of leads) expect(await statesOf(lead.email)).toEqual([lead.status]);
}, 120_000);

test('one that waits there for longer than its lease comes again, and the latest state comes last', async () => {
	await occupy();
	const { lead: same } = server.sandbox.addLead();
	await server.polls(2);
	const { id, lead: edited } = server.sandbox.addLead({ status: 'not-contacted' });
	await server.polls(2);
	server.sandbox.updateLead(id, { status: 'interested' });
	await pause((LEASE + 10) * 1000);
	release();
	await server.polls(4);
	await server.idle(workflow);
	await server.polls(4);
	await server.idle(workflow);
	expect(await statesOf(edited.email)).toEqual(['not-contacted', 'interested']);
	expect(await statesOf(same.email)).toEqual([same.status, same.status]);
	const before = (await server.emitted(workflow)).length;
	await server.polls(3);
	expect(await server.emitted(workflow)).toHaveLength(before);
}, 240_000);

test('n8n is killed while executions wait in its queue: none is lost', async () => {
	await occupy();
	const leads = [server.sandbox.addLead(), server.sandbox.addLead()];
	await server.polls(2);
	await server.kill();
	release();
	await server.boot();
	await server.polls(4);
	await server.idle(workflow);
	for (const { lead } of leads) {
		const states = await statesOf(lead.email);
		expect(states.length).toBeGreaterThanOrEqual(1);
		// n8n starts what was in its queue, and the trigger returns it again.
		expect(states.length).toBeLessThanOrEqual(2);
	}
}, 240_000);
