import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { root } from '../../scripts/shared';
import { tableName } from '../../playground/leads';
import { tablePath } from '../../playground/tables';
import { readExample, withAgentSuiteCredential } from '../../playground/workflows';
import { programPath } from '../support/programs/program';
import type { Editor } from './editor';
import { expect, test } from './world';

const folder = join(root, 'docs', 'pictures');
const mostBytes = 120_000;
const themes = ['light', 'dark'] as const;

async function setTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
	const stored = {
		N8N_THEME: theme,
		// Tips that n8n shows once.
		N8N_PIN_DATA_DISCOVERY_NDV: 'true',
		N8N_PIN_DATA_DISCOVERY_CANVAS: 'true',
	};
	await page.addInitScript(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
	// The editor reads them when it loads, which it does after another site.
	await page.goto('about:blank');
}

async function picture(editor: Editor, name: string): Promise<void> {
	const { page } = editor;
	const path = join(folder, `${name}.png`);
	// Pictures show no toasts and no mouse.
	await page.mouse.move(0, 450);
	await expect(page.locator('.el-loading-mask:visible')).toHaveCount(0);
	// n8n shows this instead of Publish while a busy machine makes it wait.
	await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
	// The buttons above the canvas would hide names of nodes.
	const hidden = '.el-notification, [role="tooltip"], [class*="executionButtons"]';
	const style = `${hidden} { visibility: hidden !important; }`;
	await page.screenshot({ path, animations: 'disabled', caret: 'hide', style });
	const options = ['--force', '--strip', '--speed', '1', '--quality', '60-95', '--output', path];
	execFileSync(programPath('pngquant'), [...options, path]);
	expect(statSync(path).size).toBeLessThan(mostBytes);
}

for (const theme of themes) {
	test.describe(theme, () => {
		test.beforeEach(async ({ page }) => {
			await setTheme(page, theme);
			await page.setViewportSize({ width: 1360, height: 800 });
		});

		test('the lead sync', async ({ editor, server }) => {
			const { page } = editor;
			// That of the other theme.
			const path = await tablePath(server.rest, tableName);
			if (path !== undefined) await server.rest.delete(path);
			const workflow = withAgentSuiteCredential(readExample('lead-sync.json'), server.credential);
			await editor.openWorkflow(await editor.createWorkflow({ ...workflow, name: 'Lead sync' }));
			await page.getByTestId('execute-workflow-button').first().click();
			await expect(editor.node('Create or update row')).toContainText('3', { timeout: 60_000 });
			await page.getByTestId('zoom-to-fit').click();
			await picture(editor, `lead-sync-${theme}`);
		});

		test('the trigger', async ({ editor }) => {
			const id = await editor.createTrigger('When a lead is interested', {
				event: 'leadStatusChanged',
				retryFailedExecutions: true,
				status: ['interested'],
			});
			await editor.openWorkflow(id);
			await editor.openNode('When a lead is interested');
			await editor.execute();
			await expect(editor.output.getByTestId('ndv-items-count')).toContainText('item');
			await picture(editor, `trigger-${theme}`);
		});

		test('the hint after a run', async ({ editor }) => {
			const filters = { status: ['interested'] };
			await editor.openWorkflow(
				await editor.createChain('Leads', [
					{ name: 'Leads', parameters: { resource: 'lead', operation: 'getAll', filters } },
				]),
			);
			await editor.openNode('Leads');
			await editor.execute();
			await expect(editor.output.getByTestId('node-hint').first()).toContainText('5 tokens spent');
			await picture(editor, `hint-${theme}`);
		});
	});
}
