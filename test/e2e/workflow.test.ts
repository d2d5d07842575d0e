import { join } from 'node:path';

import { readJson } from '../../playground/files';
import { readLeadTable } from '../../playground/leads';
import { examplesFolder, withCredential, type WorkflowFile } from '../../playground/workflows';
import { everyFewSeconds } from '../support/server/pollingServer';
import { expect, test } from './world';

test('the lead sync, run by hand, published, and fired by a new lead', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	const { rest, sandbox } = server;
	const file = readJson<WorkflowFile>(join(examplesFolder, 'lead-sync.json'));
	const { nodes, connections, settings } = withCredential(file, server.credential);
	// As it stands, but polling more often than every five minutes.
	const often = nodes.map((node) =>
		node.type.endsWith('.agentSuiteTrigger')
			? { ...node, parameters: { event: 'leadCreated', pollTimes: everyFewSeconds(4) } }
			: node,
	);
	const name = 'Lead sync';
	await editor.openWorkflow(
		await editor.createWorkflow({ name, nodes: often, connections, settings }),
	);
	await editor.node('Run manually').hover();
	await page.getByTestId('execute-workflow-button-Run manually').click();
	await expect(editor.node('Mark as delivered')).toContainText('12', { timeout: 90_000 });
	await expect.poll(async () => await readLeadTable(rest)).toHaveLength(12);

	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await expect(page.getByTestId('activation-modal')).toContainText('Workflow published');
	await page.keyboard.press('Escape');
	await page.getByTestId('radio-button-executions').click();
	const executions = page.getByTestId('current-executions-list').getByText(/Succeeded/);
	// The run by hand, and the one that publishing starts.
	await expect(executions).toHaveCount(2);

	sandbox.addLead({ firstName: 'Nadia', email: 'nadia.new@example.com' });
	await expect(executions).toHaveCount(3);
	await executions.first().click();
	await expect(page.getByTestId('execution-preview-label')).toHaveText('Succeeded');
	const rows = await readLeadTable(rest);
	expect(rows).toHaveLength(13);
	expect(rows.at(-1)).toMatchObject({ firstName: 'Nadia', email: 'nadia.new@example.com' });
	// Later polls bring nothing again.
	await expect(executions).toHaveCount(3);
});
