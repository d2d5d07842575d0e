import type { Editor } from './editor';
import { expect, test } from './world';

/** The cost notice in the panel. */
async function expectCost(editor: Editor, tokens: string): Promise<void> {
	const text = `Polling every 15 minutes costs ${tokens} tokens a day`;
	await expect(editor.parameters.getByText(text, { exact: true })).toBeVisible();
	await expect(editor.parameters.getByText(/tokens a day/)).toHaveCount(1);
}

test('the trigger shows the cost of polling by event, and once published, returns items', async ({
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
	await expectCost(editor, '480');
	await editor.choose('event', 'Balance Low');
	await expectCost(editor, '96');
	await editor.choose('event', 'Lead Created');
	await expectCost(editor, '480');

	await editor.closeNode();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await expect(page.getByTestId('activation-modal')).toContainText(
		'Existing records are not returned',
	);
	await server.rest.post(`/rest/workflows/${workflow}/deactivate`);
});
