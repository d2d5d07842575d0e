import { readExecutions } from '../support/server/executions';
import type { Server } from '../support/server/server';
import { until } from '../support/programs/until';
import type { Editor } from './editor';
import { expect, test } from './world';

/** The cost notice in the panel. No other one is shown. */
async function expectCost(editor: Editor, text: string): Promise<void> {
	await expect(editor.parameters.getByText(text, { exact: true })).toBeVisible();
	await expect(editor.parameters.getByText(/^\s*Each read costs/)).toHaveCount(1);
}

const leadCost =
	'Each read costs 5 tokens. Reading every 15 minutes costs 480 tokens a day, and every minute 7,200.';

const leadReads = ({ sandbox }: Server) =>
	sandbox.requests.filter(({ path }) => path === '/agent/lead');

test('the trigger is found, added, and published with its defaults, and reads once in a minute', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	await editor.open('/workflow/new');
	await page.getByTestId('canvas-add-button').locator('button').click();
	await editor.searchNode('leads');
	await editor.found('Agent Suite').click();
	await editor.found('On lead created or updated').click();
	await editor.parameters.waitFor();
	// n8n selects a matching credential automatically.
	const credential = page.getByTestId('node-credentials-select').locator('input');
	await expect(credential).toHaveValue(/Agent Suite account/);
	await expect(editor.parameter('event').locator('input')).toHaveValue('Lead Created or Updated');
	await expect(editor.parameter('minInterval').locator('input')).toHaveValue('15');
	await expectCost(editor, leadCost);
	await editor.closeNode();
	server.sandbox.clearRequests();
	await editor.publish();
	await expect(page.getByTestId('activation-modal')).toContainText(
		'Existing records are only returned with',
	);
	await expect.poll(() => leadReads(server).length).toBe(1);
	// n8n's own schedule is every minute. test/engine/minInterval.test.ts lets a whole day pass.
	await page.waitForTimeout(62_000);
	expect(leadReads(server)).toHaveLength(1);
	const id = /workflow\/(\w+)/.exec(page.url())?.[1];
	await server.rest.post(`/rest/workflows/${id}/deactivate`);
});

test('the trigger shows what its event costs', async ({ editor, server }) => {
	const trigger = triggerOf(server, {});
	await editor.openWorkflow(await create(editor, trigger));
	await editor.openNode(trigger.name);
	await expectCost(editor, leadCost);
	await editor.choose('event', 'Balance Low');
	await expectCost(
		editor,
		'Each read costs 1 token. Reading every 15 minutes costs 96 tokens a day, and every minute 1,440.',
	);
	await editor.choose('event', 'Lead Created');
	await expectCost(editor, leadCost);
});

function triggerOf({ credential }: Server, parameters: object) {
	return {
		id: 'trigger',
		name: 'Trigger',
		type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { agentSuiteApi: { ...credential } },
	};
}

const create = async (editor: Editor, trigger: object) =>
	await editor.createWorkflow({ name: 'Trigger', connections: {}, nodes: [trigger] });

test('a test event shows the newest leads, and costs one read', async ({ editor, server }) => {
	const added = [0, 1, 2].map(() => server.sandbox.addLead({ status: 'contacted' }).lead);
	const trigger = triggerOf(server, { event: 'leadCreated' });
	const id = await create(editor, trigger);
	await editor.openWorkflow(id);
	await editor.openNode(trigger.name);
	server.sandbox.clearRequests();
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toContainText('3 items');
	const ended = async () => {
		const [run] = await readExecutions(server.rest, id);
		return run?.status === 'success' && run.outputs[trigger.name];
	};
	expect(await until(ended, 'the execution of the test event')).toMatchObject(added);
	expect(server.sandbox.requests.map(({ tokens }) => tokens)).toEqual([5]);
});
