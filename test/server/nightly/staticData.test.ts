/** Triggers and Code nodes of a workflow that write to its one static data, in each polling mode of n8n. */
import { modes } from '../../support/server/pollingModes';
import { pause, pollingTrigger, PollingServer } from '../../support/server/pollingServer';
import { createWorkflow } from '../../support/server/workflows';

jest.setTimeout(240_000);

const retried = { event: 'leadCreatedOrUpdated', retryFailedExecutions: true };
const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' };

describe.each(modes)('%s: the workflow shares its static data', (mode, env) => {
	const server = new PollingServer(env);

	beforeAll(async () => await server.start(), 240_000);
	afterAll(async () => await server.stop(), 60_000);

	const restart = async () => {
		await server.restart();
		await server.polls(4);
	};

	test('two triggers: an idle restart repeats the last execution of each at most, or the log says so', async () => {
		const first = pollingTrigger(server.credential, retried);
		const second = {
			...pollingTrigger(server.credential, { ...retried, event: 'leadCreated' }),
			id: 'a0c9a8d2-0000-4000-8000-000000000003',
			name: 'Second',
		};
		const nodes = [first, second];
		const workflow = await createWorkflow(server.rest, {
			name: 'Two triggers',
			nodes,
			connections: {},
			settings,
		});
		await server.activate(workflow);
		await server.polls(4);
		const leads: unknown[] = [];
		for (let poll = 0; poll < 8; poll++) {
			leads.push(...server.addLeads(1));
			await server.polls(2);
		}
		await server.idle(workflow);
		const counts = async () =>
			await Promise.all(
				nodes.map(async ({ name }) => (await server.arrived(workflow, name)).length),
			);
		expect(await counts()).toEqual([leads.length, leads.length]);
		const isSaid = /durable/i.test(server.log());
		await restart();
		await server.idle(workflow);
		const repeated = (await counts()).map((count) => count - leads.length);
		if (process.env.FIGURES) process.stdout.write(`${mode}: ${repeated.join()} repeated\n`);
		const most = mode === 'durable' ? 0 : mode === 'scheduler' && isSaid ? leads.length : 1;
		expect(Math.max(...repeated)).toBeLessThanOrEqual(most);
		await server.deactivate(workflow);
	});

	test('a Code node that writes to it in overlapping executions: nothing is lost', async () => {
		const jsCode = `const data = $getWorkflowStaticData('global');
			data.runs = (data.runs ?? 0) + 1;
			await new Promise((resolve) => setTimeout(resolve, 5000));
			return $input.all();`;
		const code = {
			id: 'a0c9a8d2-0000-4000-8000-000000000004',
			name: 'Code',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: [220, 0],
			parameters: { jsCode },
		};
		const workflow = await server.createWorkflow(retried, server.credential, [code]);
		await server.activate(workflow);
		await server.polls(2);
		const leads: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			leads.push(...server.addLeads(1));
			await server.polls(1);
		}
		await pause(6000);
		await server.idle(workflow);
		expect(await server.arrived(workflow)).toEqual(leads);
		await restart();
		const late = server.addLeads(1);
		await server.arrive(workflow, late);
		await server.idle(workflow);
		const found = await server.arrived(workflow);
		if (process.env.FIGURES)
			process.stdout.write(`${mode}: ${found.length - leads.length - 1} repeated by a Code node\n`);
		expect(found).toEqual(expect.arrayContaining([...leads, ...late]));
		if (mode === 'durable') expect(found).toHaveLength(leads.length + 1);
		await server.deactivate(workflow);
	});
});
