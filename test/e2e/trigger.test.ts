import type { Editor } from './editor';
import { expect, test } from './world';

const everyMinute = (day: string, hourly: string) =>
	`Polling every minute costs ${day} tokens a day. Polling every hour costs ${hourly} tokens.`;
const each = (tokens: string) => `Each poll costs ${tokens}, whether or not something has changed`;

/** The cost notice in the panel. */
async function expectCost(editor: Editor, text: string): Promise<void> {
	await expect(editor.parameters.getByText(text, { exact: true })).toBeVisible();
	await expect(
		editor.parameters.getByText(/Polling every minute costs|Each poll costs/),
	).toHaveCount(1);
}

test('the trigger shows the cost of polling by mode, and once published, returns items', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	const workflow = await editor.createWorkflow({
		name: 'Costs',
		connections: {},
		nodes: [
			{
				id: 'trigger',
				name: 'Trigger',
				type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				credentials: { agentSuiteApi: { ...server.credential } },
			},
		],
	});
	await editor.openWorkflow(workflow);
	await editor.openNode('Trigger');
	await expectCost(editor, everyMinute('7,200', '120'));
	await editor.choose('event', 'Balance Low');
	await expectCost(editor, everyMinute('1,440', '24'));
	await editor.choose('mode', 'Every Hour');
	await expectCost(editor, each('1 token'));
	await editor.choose('event', 'Lead Created');
	await expectCost(editor, each('5 tokens'));
	await editor.choose('mode', 'Every Minute');
	await expectCost(editor, everyMinute('7,200', '120'));

	await editor.closeNode();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await expect(page.getByTestId('activation-modal')).toContainText(
		'Existing records are not returned',
	);
	await server.rest.post(`/rest/workflows/${workflow}/deactivate`);
});
