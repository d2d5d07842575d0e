import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tableName } from '../../playground/leads';
import { startHere, startHereId } from '../../playground/startHere';
import { tablePage, tablePath } from '../../playground/tables';
import { examplesLastFirst, importWorkflows } from '../../playground/workflows';
import { expect, test } from './world';

test('the playground lists its workflows in the order of use, and "Start here" runs as it is', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	const { rest, sandbox, n8n, credential } = server;
	if ((await tablePath(rest, tableName)) === undefined) {
		const { id } = await rest.get<{ id: string }>('/rest/projects/personal');
		const columns = [{ name: 'leadKey', type: 'string' }];
		await rest.post(`/rest/projects/${id}/data-tables`, { name: tableName, columns });
	}
	const tableUrl = `${n8n.url}${await tablePage(rest, tableName)}`;
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-state-'));
	const state = join(folder, 'imported.json');
	await importWorkflows(rest, credential, state, examplesLastFirst());
	await importWorkflows(rest, credential, state, [[startHereId, startHere(tableUrl)]]);
	rmSync(folder, { recursive: true });

	await editor.open('/home/workflows');
	const names = page.getByTestId('workflow-card-name');
	await expect(names.nth(2)).toBeVisible();
	expect((await names.allInnerTexts()).slice(0, 3).map((name) => name.trim())).toEqual([
		'Start here',
		'Agent Suite: lead sync to a data table',
		'Agent Suite: lead sync to HubSpot',
	]);

	await editor.openWorkflow(startHereId);
	const note = page.getByTestId('sticky');
	await expect(note).toBeInViewport({ ratio: 1 });
	const link = note.getByRole('link', { name: tableName });
	await expect(link).toHaveAttribute('href', tableUrl);
	for (const [name, path] of [
		['list of workflows', '/home/workflows'],
		['executions of the lead sync', '/workflow/example-lead-sync/executions'],
		['lead sync to HubSpot', '/workflow/example-lead-sync-hubspot'],
	]) {
		const next = note.getByRole('link', { name });
		await expect(next).toBeInViewport({ ratio: 1 });
		await expect(next).toHaveAttribute('href', path);
	}
	sandbox.clearRequests();
	await page.getByTestId('execute-workflow-button').first().click();
	for (const name of ['Get token balance', 'Get many leads', 'Update snippet'])
		await expect(editor.node(name).getByTestId('canvas-node-status-success')).toBeVisible();
	expect(sandbox.requests.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(11);
	expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
	await page.screenshot({ path: test.info().outputPath('start-here.png') });
	// The page of the table exists.
	await page.goto(tableUrl);
	await expect(page.getByText('leadKey').filter({ visible: true }).first()).toBeVisible();
	// Other tests have the lead sync create it.
	await rest.delete((await tablePath(rest, tableName)) as string);
});
