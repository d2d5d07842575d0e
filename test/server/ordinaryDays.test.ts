/** Ordinary days of a complete n8n on which no lead is lost (`test/engine/trigger/ordinaryDays.test.ts` has the others). */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { readExecutions } from '../support/server/executions';
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

	test.each<[string, Fault]>([
		['refuses the token', { kind: 'status', status: 401, times: Infinity }],
		['answers with a page', { kind: 'garbage', times: Infinity }],
	])('n8n starts while the service %s: what is new arrives after the repair', async (_, fault) => {
		await server.activate(workflow);
		await server.polls(1);
		const leads = server.addLeads(1);
		await server.arrive(workflow, leads);
		server.sandbox.addFault(fault);
		await server.restart();
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
		const leads: unknown[] = [];
		await server.restart(() => leads.push(...server.addLeads(2)));
		await server.arrive(workflow, leads);
	});

	/** Publishes it with a change of its node. n8n 2.41 does so in the background, and shows in the editor why that fails. */
	const publishWith = async (change: IDataObject) => {
		const path = `/rest/workflows/${workflow}`;
		const { nodes } = await server.rest.get<{ nodes: IDataObject[] }>(path);
		await server.rest.patch(path, { nodes: nodes.map((node) => ({ ...node, ...change })) });
		await server.activate(workflow);
	};

	test('a change is published while the token is refused: a failed execution says so', async () => {
		await server.activate(workflow);
		await server.polls(1);
		server.sandbox.addFault({ kind: 'status', status: 401, times: Infinity });
		await publishWith({ notes: 'Changed' });
		const hasFailed = async () =>
			(await readExecutions(server.rest, workflow)).some(({ status }) => status === 'error');
		await until(hasFailed, 'the report', 60_000);
	});

	test("'Execute Once': the publication says what to turn off, and goes on without it", async () => {
		await publishWith({ executeOnce: true });
		await until(() => server.log().includes("Turn off 'Execute Once'"), 'the reason', 30_000);
		await server.deactivate(workflow);
		await publishWith({ executeOnce: false });
		await server.polls(1);
		await server.arrive(workflow, server.addLeads(5));
	});
});
