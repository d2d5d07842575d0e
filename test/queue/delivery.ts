/** What arrives in queue mode with 'Retry Failed Executions' off and on when executions wait long, don't end, or die. */
import { activate, type Credential } from '../../playground/workflows';
import { pause, until } from '../support/programs/until';
import { listExecutions } from '../support/server/executions';
import { pollingTrigger } from '../support/server/pollingServer';
import { Crm } from '../support/standIns/crm';
import type { SteadyClock } from '../support/server/steadyClock';
import { createWorkflow, httpRequest, inChain, webhook } from '../support/server/workflows';
import { CONCURRENCY, type Cluster } from './cluster';

/** Longer than the lease of an execution, ms. */
const TWO_HOURS = 7_200_000;

/** @param credentialOf makes a credential whose token has a limit of its own */
export function testDelivery(
	cluster: Cluster,
	clock: SteadyClock,
	credentialOf: () => Promise<Credential>,
): void {
	describe('a trigger with retries off, and one with retries on', () => {
		const crm = new Crm();
		let answer: () => void = () => undefined;
		/** Keeps requests open, so that their executions don't end, until `answer`. */
		const hang = () => {
			const reply = new Promise<'accept'>((resolve) => {
				answer = () => {
					crm.reply = () => 'accept';
					resolve('accept');
				};
			});
			crm.reply = async () => await reply;
		};
		/** How often a lead has come, with retries off and on. */
		const counts = (key: string) =>
			['off', 'on'].map(
				(workflow) =>
					crm.received.filter(({ path, body }) => path === workflow && body.leadKey === key).length,
			);
		const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' };
		const post = (path: string) =>
			httpRequest({
				...{ method: 'POST', url: `${crm.url}/${path}`, sendBody: true, specifyBody: 'json' },
				...{ jsonBody: '={{ JSON.stringify($json) }}', options: {} },
			});
		let off: string;
		let on: string;

		const publish = async (nodes: Array<{ name: string }>) => {
			const connections = inChain(nodes);
			const workflow = { name: 'Delivery', nodes, connections, settings };
			const id = await createWorkflow(cluster.rest, workflow);
			await activate(cluster.rest, id);
			return id;
		};
		const addLead = () => cluster.sandbox.addLead().lead.agentConversationId;
		const executionsOf = async () =>
			await Promise.all([off, on].map(async (id) => await listExecutions(cluster.rest, id)));
		/** Waits until both triggers, which share a read, have polled again. */
		const polled = async () => {
			const polls = () => cluster.sandbox.requests.filter(({ status }) => status === 200).length;
			const before = polls();
			await until(() => polls() >= before + 2, 'the polls', 60_000);
			await pause(1000);
		};
		/** Waits until both workflows have sent the lead to the CRM, so often each. */
		const sent = async (key: string, times = [1, 1]) =>
			await until(
				() => counts(key).every((count, workflow) => count >= times[workflow]),
				`lead ${key} to be sent`,
				60_000,
			);

		beforeAll(async () => {
			await crm.start();
			const credential = await credentialOf();
			const trigger = (retryFailedExecutions: boolean) =>
				pollingTrigger(credential, { event: 'leadCreated', retryFailedExecutions });
			[off, on] = await Promise.all([
				publish([trigger(false), post('off')]),
				publish([trigger(true), post('on')]),
			]);
			await polled();
		});
		afterAll(async () => {
			answer();
			for (const id of [off, on]) await cluster.rest.post(`/rest/workflows/${id}/deactivate`);
			await crm.stop();
		});

		// A test that fails leaves nothing in progress for the next one.
		afterEach(async () => {
			answer();
			const haveEnded = async () =>
				(await executionsOf()).flat().every(({ status }) => !['new', 'running'].includes(status));
			await until(haveEnded, 'the executions to end', 60_000);
		});

		test('a queue longer than the lease: once with retries off, again with retries on', async () => {
			hang();
			const called = webhook('queue-occupy', { httpMethod: 'POST', responseMode: 'onReceived' });
			await publish([called, post('other')]);
			const places = cluster.workers.length * CONCURRENCY;
			for (let call = 0; call < places; call++) await cluster.callWebhook('queue-occupy', {});
			const isFull = () =>
				cluster.workers.every((worker) => worker.running().length === CONCURRENCY);
			await until(isFull, 'executions in all places of the workers');
			const key = addLead();
			const areQueued = async () =>
				(await executionsOf()).every(([first]) => first?.status === 'new');
			await until(areQueued, 'the executions in the queue');
			clock.pass(TWO_HOURS);
			await until(
				async () => (await executionsOf())[1].length === 2,
				'the second execution with retries on',
				60_000,
			);
			await polled();
			expect((await executionsOf()).map((list) => list.map(({ status }) => status))).toEqual([
				['new'],
				['new', 'new'],
			]);
			answer();
			await sent(key, [1, 2]);
			await polled();
			expect(counts(key)).toEqual([1, 2]);
		});

		test('two hours without an end: once with retries off, again with retries on', async () => {
			hang();
			const key = addLead();
			await sent(key);
			clock.pass(TWO_HOURS);
			await sent(key, [1, 2]);
			await polled();
			expect(counts(key)).toEqual([1, 2]);
			answer();
			await polled();
			expect(counts(key)).toEqual([1, 2]);
		});

		test('a worker is killed in the middle: once with retries off, nothing is lost with retries on', async () => {
			hang();
			const key = addLead();
			await sent(key);
			const running = (await executionsOf()).map((list) => list.at(-1)?.id ?? '');
			const victims = cluster.workers.filter((worker) =>
				worker.running().some((id) => running.includes(id)),
			);
			expect(victims.length).toBeGreaterThan(0);
			await Promise.all(victims.map(async (worker) => await worker.process.kill()));
			answer();
			await Promise.all(victims.map(async (worker) => await worker.boot()));
			const haveFailed = async () =>
				(await executionsOf()).every((list) =>
					list.some(
						({ id, status }) => running.includes(id) && ['error', 'crashed'].includes(status),
					),
				);
			await until(haveFailed, 'n8n to fail what the killed workers ran', 120_000);
			clock.pass(TWO_HOURS);
			await sent(key, [1, 2]);
			await polled();
			expect(counts(key)).toEqual([1, 2]);
			const last = (await executionsOf())[1].at(-1);
			expect(last?.status).toBe('success');
		});
	});
}
