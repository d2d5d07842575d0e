/** Ordinary days of a complete n8n on which no lead is lost (`test/engine/trigger/ordinaryDays.test.ts` has the others). */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { pause, PollingServer, until } from '../support/server/pollingServer';

jest.setTimeout(240_000);

/** n8n tries five times to activate a trigger, with waits of 15 s in total. */
const ACTIVATION_MS = 20_000;

const retried = { event: 'leadCreatedOrUpdated', retryFailedExecutions: true };

describe('a published trigger, polled by timers of n8n', () => {
	const server = new PollingServer({});
	let workflow = '';

	beforeAll(async () => await server.start(), 240_000);
	afterAll(async () => await server.stop(), 60_000);
	beforeEach(async () => {
		server.sandbox.clearFaults();
		workflow = await server.createWorkflow(retried);
	});
	afterEach(async () => {
		server.sandbox.clearFaults();
		await server.deactivate(workflow);
	});

	const restart = async () => {
		await server.kill();
		await server.boot();
	};

	test.each<[string, Fault]>([
		['refuses the token', { kind: 'status', status: 401, times: Infinity }],
		['answers with a page', { kind: 'garbage', times: Infinity }],
	])('n8n starts while the service %s: what is new arrives after the repair', async (_, fault) => {
		await server.activate(workflow);
		await server.polls(1);
		const leads = server.addLeads(1);
		await server.arrive(workflow, leads);
		server.sandbox.addFault(fault);
		await restart();
		await pause(ACTIVATION_MS);
		server.sandbox.clearFaults();
		await server.arrive(workflow, server.addLeads(2));
	});

	test('published while the service is unavailable, then n8n restarts: what is new arrives', async () => {
		server.sandbox.addFault({ kind: 'status', status: 503, times: Infinity });
		const isPublished = await server.activate(workflow).then(
			() => true,
			() => false,
		);
		server.sandbox.clearFaults();
		if (!isPublished) await server.activate(workflow);
		await server.polls(2);
		await server.kill();
		const leads = server.addLeads(2);
		await server.boot();
		await server.arrive(workflow, leads);
	});

	test("'Execute Once': the publication says what to turn off, and goes on without it", async () => {
		const { nodes } = await server.rest.get<{ nodes: IDataObject[] }>(
			`/rest/workflows/${workflow}`,
		);
		const publish = async (executeOnce: boolean) => {
			const changed = nodes.map((node) => ({ ...node, executeOnce }));
			await server.rest.patch(`/rest/workflows/${workflow}`, { nodes: changed });
			// n8n 2.41 publishes in the background, and shows in the editor why that fails.
			await server.activate(workflow);
		};
		await publish(true);
		await until(() => server.log().includes("Turn off 'Execute Once'"), 'the reason', 30_000);
		await server.deactivate(workflow);
		await publish(false);
		await server.polls(1);
		await server.arrive(workflow, server.addLeads(5));
	});
});
