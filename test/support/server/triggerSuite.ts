import type { IDataObject } from 'n8n-workflow';

import type { Lead } from '../../../sandbox';
import { environmentOf, type Mode } from './pollingModes';
import { pause, PollingServer, until } from './pollingServer';

/** How n8n's scheduler notices within seconds that a process was killed. By default, that takes a minute and a half. */
const quickly = {
	N8N_SCHEDULER_LEASE_DURATION: '15',
	N8N_SCHEDULER_POLL_TIMEOUT: '12',
	N8N_SCHEDULER_REAPER_INTERVAL: '3',
};

/** Tests that a published trigger returns each new lead once, in a polling mode of n8n. */
export function testTrigger(mode: Mode): void {
	const server = new PollingServer({ ...environmentOf(mode), ...quickly });
	const expected: Lead[] = [];
	let workflow: string;
	const add = (): void => {
		expected.push(server.sandbox.addLead().lead);
	};
	// In one order, because what n8n could not start is tried again in random order.
	const names = (leads: IDataObject[]) => leads.map(({ email }) => email).sort();
	const emitted = async () => names(await server.emitted(workflow));
	const expectExactlyOnce = async () => {
		// On a busy machine, an execution can start long after its poll. What n8n could not start while it publishes waits for 50 s.
		// The comparison shows what is missing.
		const haveCome = async () => (await emitted()).length >= expected.length;
		await until(haveCome, 'the leads', 80_000).catch(() => undefined);
		await server.idle(workflow);
		expect(await emitted()).toEqual(names(expected));
	};

	beforeAll(async () => {
		await server.start();
		workflow = await server.createWorkflow({ event: 'leadCreated' });
	}, 240_000);
	afterAll(async () => await server.stop(), 60_000);

	test('no existing record is returned', async () => {
		await server.activate(workflow);
		server.sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		await server.polls(2);
		await expectExactlyOnce();
	});

	test('each new lead is returned once', async () => {
		add();
		await server.polls(2);
		add();
		add();
		await server.polls(2);
		await expectExactlyOnce();
	});

	test('an outage loses and repeats nothing', async () => {
		for (const fault of [
			{ kind: 'status', status: 500, times: 2 } as const,
			{ kind: 'drop', times: 3 } as const,
			{ kind: 'rateLimit', retryAfter: 1, times: 2 } as const,
		]) {
			server.sandbox.addFault(fault);
			add();
			await pause(1000);
			await server.polls(2);
		}
		await expectExactlyOnce();
	});

	test('polls that overlap lose and repeat nothing', async () => {
		// More than twice the polling interval.
		server.sandbox.addFault({ kind: 'slow', ms: 8_000, after: true, times: 2 });
		add();
		await server.polls(3);
		add();
		await server.polls(2);
		await expectExactlyOnce();
	});

	test('published with another event, and back: each new lead is returned once', async () => {
		for (const event of ['leadCreatedOrUpdated', 'leadCreated']) {
			add();
			await server.changeWorkflow(workflow, { event });
			add();
			await server.activate(workflow);
			add();
			await server.polls(3);
			await expectExactlyOnce();
		}
	});

	test('deactivated, changed, and activated again: only records from the meantime are returned', async () => {
		await server.deactivate(workflow);
		add();
		await pause(1000);
		await server.changeWorkflow(workflow, {
			event: 'leadCreated',
			status: ['contacted', 'interested', 'not-contacted', 'not-interested'],
		});
		await server.activate(workflow);
		await server.polls(2);
		add();
		await server.polls(2);
		await expectExactlyOnce();
	});

	test('SIGKILL between polls', async () => {
		await server.restart(add);
		await server.polls(2);
		await expectExactlyOnce();
	});

	test('SIGKILL during a poll', async () => {
		server.sandbox.addFault({ kind: 'slow', ms: 60_000, after: true, times: 1 });
		add();
		const before = server.sandbox.requests.length;
		while (server.sandbox.requests.length === before) await pause(100);
		await server.restart();
		add();
		await server.polls(2);
		await expectExactlyOnce();
	});

	// The trigger cannot protect this moment: it has returned a batch, and n8n has not stored it yet.
	test('SIGKILL while n8n stores a batch: only that batch can be missing or, by default, be repeated', async () => {
		const before = server.sandbox.requests.length;
		add();
		const answered = () =>
			server.sandbox.requests.slice(before).some(({ status }) => status === 200);
		while (!answered()) await pause(5);
		await pause(20);
		await server.restart();
		add();
		const [{ email }, last] = expected.slice(-2);
		const hasArrived = async () => (await emitted()).includes(last.email);
		await until(hasArrived, 'the lead after the kill', 60_000);
		await server.polls(1);
		await server.idle(workflow);
		const found = await emitted();
		const others = expected.filter((lead) => lead.email !== email);
		expect(found.filter((name) => name !== email)).toEqual(names(others));
		// With durable cursors, n8n stores batch and state in one transaction, by default in two steps.
		const most = mode === 'durable' ? 1 : 2;
		expect(found.filter((name) => name === email).length).toBeLessThanOrEqual(most);
	});
}
