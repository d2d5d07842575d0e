import { join } from 'node:path';

import type { Locator } from '@playwright/test';

import { readJson } from '../../playground/files';
import { root } from '../../playground/n8n';
import { examplesFolder, withCredentials, type WorkflowFile } from '../../playground/workflows';
import { Recorder } from './recorder';
import { expect, test } from './world';

const file = join(root, '.data', 'film', 'agent-suite.mp4');
const MAX_SECONDS = 180;

/** Types as a person does, so that the viewer can follow. */
async function type(field: Locator, text: string): Promise<void> {
	await field.click();
	await field.fill('');
	await field.pressSequentially(text, { delay: 25 });
	// n8n reads a value once typing has paused.
	await expect(field).toHaveValue(text);
	await field.blur();
	await field.page().waitForTimeout(800);
}

test('the film: installation, credential, an operation, the trigger, and the lead sync', async ({
	editor,
	server,
}) => {
	// The film shows slow actions faster, so a busy machine only takes longer to record it.
	test.setTimeout(1_500_000);
	const { page } = editor;
	const { sandbox } = server;
	page.setDefaultTimeout(120_000);
	await page.setViewportSize({ width: 1280, height: 720 });
	const film = await Recorder.start(page);

	const openButton = page.getByRole('button', { name: /install/i }).first();
	await film.cut(async () => {
		await editor.open('/settings/community-nodes');
		await openButton.waitFor();
	});
	await film.caption('Agent Suite for n8n: leads, SEO articles, WhatsApp, and token balance');
	await film.caption('Install it in Settings > Community nodes');
	await openButton.click();
	const install = page.getByRole('dialog');
	await type(install.locator('input').first(), 'n8n-nodes-agent-suite');
	await film.caption('Enter the package name, confirm the notice, and select Install');
	await page.keyboard.press('Escape');

	const create = page.getByTestId('add-resource-credential');
	await film.cut(async () => {
		await editor.open('/home/credentials');
		await create.waitFor();
	});
	await film.caption('Create an Agent Suite API credential');
	await create.click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('agent suite');
	await page.getByText('Agent Suite API', { exact: true }).last().click();
	await page.getByTestId('new-credential-type-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	const token = dialog.getByTestId('parameter-input-accessToken').locator('input');
	const address = dialog.getByTestId('parameter-input-baseUrl').locator('input');
	await type(token, sandbox.tokens.admin);
	await type(address, sandbox.url.replace('http:', 'https:'));
	await dialog.getByTestId('credential-save-button').click();
	await expect(dialog.getByText('Couldn’t connect with these settings')).toBeVisible();
	await dialog.getByText('More details').click();
	await film.caption('The credential test says what is wrong, and what to do');
	await type(address, sandbox.url);
	await dialog.getByTestId('credential-save-button').click();
	await expect(dialog.getByText('Connection tested successfully')).toBeVisible();
	await film.caption('A test costs 1 token');

	const parameters = { resource: 'lead', operation: 'getAll' };
	await film.cut(async () => {
		await editor.openWorkflow(await editor.createChain('Leads', [{ name: 'Leads', parameters }]));
	});
	await film.caption('Operations on leads, articles, platforms, snippets, and more');
	await editor.openNode('Leads');
	await film.caption('Get Many returns one item per lead');
	await editor.execute();
	await expect(editor.output.getByTestId('node-hint')).toContainText('5 tokens');
	await film.caption('The hint above the output shows the cost of the run');
	await editor.closeNode();

	const trigger = {
		id: 'trigger',
		name: 'When a lead changes',
		type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { pollTimes: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] } },
		credentials: { agentSuiteApi: { ...server.credential } },
	};
	const polling = { name: 'Trigger', nodes: [trigger], connections: {} };
	await film.cut(async () => await editor.openWorkflow(await editor.createWorkflow(polling)));
	await editor.openNode('When a lead changes');
	await film.caption('The trigger polls for new and changed leads, articles, or a low balance');
	await editor.parameter('event').locator('input').click();
	await film.pause(3);
	await page.keyboard.press('Escape');
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toContainText('item');
	await film.caption('Fetch Test Event shows records and changes nothing');
	await editor.closeNode();

	const recipe = readJson<WorkflowFile>(join(examplesFolder, 'lead-sync.json'));
	const workflow = withCredentials(recipe, { agentSuiteApi: server.credential });
	await film.cut(async () => {
		await editor.openWorkflow(await editor.createWorkflow({ ...workflow, name: 'Lead sync' }));
		await page.getByTestId('zoom-to-fit').click();
	});
	await film.caption('Import a recipe: this one syncs every lead into a data table');
	await editor.node('Run manually').hover();
	await page.getByTestId('execute-workflow-button-Run manually').click();
	await expect(editor.node('Mark as delivered')).toContainText('12', { timeout: 600_000 });
	await film.caption('The first run adds all existing leads');
	const table = page.getByText('CRM leads', { exact: true }).first();
	await film.cut(async () => {
		await editor.open('/home/datatables');
		await table.waitFor();
	});
	await film.caption('n8n keeps the leads in a data table');
	await table.click();
	await page.getByText('Amelia').first().waitFor();
	await film.caption('Every lead is there once. New and changed leads follow automatically.');
	await film.caption('');

	expect(film.seconds).toBeGreaterThan(30);
	expect(film.seconds).toBeLessThan(MAX_SECONDS);
	await film.save(file, process.env.E2E_FFMPEG ?? 'ffmpeg');
});
