import { readLeadTable } from '../../playground/leads';
import { readExample, withAgentSuiteCredential } from '../../playground/workflows';
import { pollingOften } from '../support/server/pollingServer';
import { expect, test } from './world';

test('the lead sync, run manually, published, and started by a new lead', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	const { rest, sandbox } = server;
	const example = withAgentSuiteCredential(readExample('lead-sync.json'), server.credential);
	// Unchanged, except that it polls every few seconds.
	const workflow = { ...pollingOften(example, 4), name: 'Lead sync' };
	await editor.openWorkflow(await editor.createWorkflow(workflow));
	// A manual run takes the newest three leads. Publishing brings all.
	await page.getByTestId('execute-workflow-button').first().click();
	await expect(editor.node('Create or update row')).toContainText('3', { timeout: 90_000 });
	await expect.poll(async () => await readLeadTable(rest)).toHaveLength(3);

	const published = await editor.publish();
	await expect(published).toContainText('Workflow published');
	await editor.closeDialog(published);
	await page.getByTestId('radio-button-executions').click();
	const executions = page.getByTestId('current-executions-list').getByText(/Succeeded/);
	// The manual run, and the one that publishing starts.
	await expect.poll(async () => await executions.count()).toBeGreaterThanOrEqual(2);
	await expect.poll(async () => await readLeadTable(rest)).toHaveLength(12);

	sandbox.addLead({ firstName: 'Nadia', email: 'nadia.new@example.com' });
	await expect.poll(async () => await readLeadTable(rest), { timeout: 60_000 }).toHaveLength(13);
	const rows = await readLeadTable(rest);
	expect(rows.at(-1)).toMatchObject({ firstName: 'Nadia', email: 'nadia.new@example.com' });
	await executions.first().click();
	await expect(page.getByTestId('execution-preview-label')).toHaveText('Succeeded');
});
