import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { activate } from '../../../playground/workflows';
import { modes } from '../../support/server/pollingModes';
import { PollingServer, until } from '../../support/server/pollingServer';
import { SteadyClock } from '../../support/server/steadyClock';
import { createWorkflow, httpRequest, inChain, webhook } from '../../support/server/workflows';

/** Longer than the lease of an execution, ms. */
const TWO_HOURS = 7_200_000;

describe.each(modes)('one execution at a time, polling in %s mode', (_mode, env) => {
	const clock = new SteadyClock();
	const server = new PollingServer({ ...env, ...clock.env, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
	/** Requests that are never answered until the test says so, and so keep their execution in progress. */
	const open: ServerResponse[] = [];
	const slow = createServer((_request, response) => void open.push(response));
	let address: string;
	/** Workflows with retries off, and on. */
	let off: string;
	let on: string;

	beforeAll(async () => {
		slow.listen(0, '127.0.0.1');
		await Promise.all([server.start(), once(slow, 'listening')]);
		address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
		const nodes = [webhook('long', { options: {} }), httpRequest({ url: address, options: {} })];
		const connections = inChain(nodes);
		const long = await createWorkflow(server.rest, { name: 'Long', nodes, connections });
		await activate(server.rest, long);
		const publish = async (retryFailedExecutions: boolean) => {
			const parameters = { event: 'leadCreatedOrUpdated', retryFailedExecutions };
			const id = await server.createWorkflow(parameters);
			await server.activate(id);
			return id;
		};
		[off, on] = [await publish(false), await publish(true)];
		await server.polls(2);
	}, 240_000);
	afterAll(async () => {
		await server.stop();
		clock.remove();
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

	/** Until both triggers, which share a read, have polled so often, and every execution has ended. */
	const settled = async (polls: number) => {
		await server.polls(polls);
		for (const id of [off, on]) await server.idle(id);
	};
	const statesOf = async (workflow: string, email: unknown) =>
		(await server.emitted(workflow))
			.filter((item) => item.email === email)
			.map(({ status }) => status);

	test('executions that wait in the queue of n8n: each arrives once', async () => {
		await occupy();
		const leads = [server.sandbox.addLead(), server.sandbox.addLead()];
		await server.polls(3);
		for (const id of [off, on]) expect(await server.emitted(id)).toEqual([]);
		release();
		await settled(3);
		for (const { lead } of leads)
			for (const id of [off, on]) expect(await statesOf(id, lead.email)).toEqual([lead.status]);
	}, 120_000);

	test('one that waits there for longer than its lease comes again with retries on, and the latest state comes last', async () => {
		await occupy();
		const { lead: same } = server.sandbox.addLead();
		await server.polls(2);
		const { id, lead: edited } = server.sandbox.addLead({ status: 'not-contacted' });
		await server.polls(2);
		server.sandbox.updateLead(id, { status: 'interested' });
		await server.polls(2);
		clock.pass(TWO_HOURS);
		await server.polls(2);
		release();
		await settled(4);
		await settled(4);
		expect(await statesOf(off, edited.email)).toEqual(['not-contacted', 'interested']);
		// The late one has ended since the later one has started, so nobody knows which one has written last.
		expect(await statesOf(on, edited.email)).toEqual(['not-contacted', 'interested', 'interested']);
		expect(await statesOf(on, same.email)).toEqual([same.status, same.status]);
		expect(await statesOf(off, same.email)).toEqual([same.status]);
		const before = await server.batches(on);
		await settled(3);
		expect(await server.batches(on)).toHaveLength(before.length);
	}, 240_000);

	test('n8n is killed while executions wait in its queue: none is lost', async () => {
		await occupy();
		const leads = [server.sandbox.addLead(), server.sandbox.addLead()];
		await server.polls(2);
		await server.restart(release);
		await settled(4);
		for (const { lead } of leads) {
			// n8n starts what was in its queue. With retries on, the trigger returns it again.
			expect(await statesOf(off, lead.email)).toEqual([lead.status]);
			const states = await statesOf(on, lead.email);
			expect(states.length).toBeGreaterThanOrEqual(1);
			expect(states.length).toBeLessThanOrEqual(2);
		}
	}, 240_000);
});
