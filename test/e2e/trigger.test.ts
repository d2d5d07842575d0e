import { readExecutions } from '../support/server/executions';
import type { Server } from '../support/server/server';
import { until } from '../support/programs/until';
import type { Editor } from './editor';
import { expect, test } from './world';

/** The cost notice in the panel. No other one is shown. */
async function expectCost(editor: Editor, text: string): Promise<void> {
	await expect(editor.parameters.getByText(text, { exact: true })).toBeVisible();
	await expect(
		editor.parameters.getByText(/^\s*(Polling every|Each (read|poll) costs)/),
	).toHaveCount(1);
}

async function setInterval(editor: Editor, minutes: number): Promise<void> {
	const input = editor.parameter('minInterval').locator('input');
	await input.fill(String(minutes));
	// n8n takes a number when its field is left.
	await input.blur();
}

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
	await expectCost(editor, 'Polling every 15 minutes costs 480 tokens a day');
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

test('the trigger shows the cost of its interval', async ({ editor, server }) => {
	const trigger = triggerOf(server, {});
	await editor.openWorkflow(await create(editor, trigger));
	await editor.openNode(trigger.name);
	await expectCost(editor, 'Polling every 15 minutes costs 480 tokens a day');
	await editor.choose('event', 'Balance Low');
	await expectCost(editor, 'Polling every 15 minutes costs 96 tokens a day');
	await setInterval(editor, 5);
	await expectCost(editor, 'Polling every 5 minutes costs 288 tokens a day');
	await setInterval(editor, 7);
	await expectCost(editor, 'Each read costs 1 token, whether or not something has changed');
	await editor.choose('event', 'Lead Created');
	await setInterval(editor, 0);
	await expectCost(
		editor,
		'Each poll costs 5 tokens. Polling every minute costs 7,200 tokens a day.',
	);
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
