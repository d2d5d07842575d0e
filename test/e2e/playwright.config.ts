import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

import { programPath } from '../support/programs/program';

const root = join(__dirname, '..', '..');

export default defineConfig({
	testDir: __dirname,
	// On demand only: `PICTURES=1 npm run test:e2e -- pictures` retakes those of docs/pictures.
	testIgnore: process.env.PICTURES ? [] : ['**/pictures.test.ts'],
	outputDir: join(root, '.data', 'e2e'),
	// One n8n on a machine that can be slow. Every test waits for a result, never for a time.
	workers: 1,
	reporter: 'list',
	timeout: 120_000,
	expect: { timeout: 30_000 },
	forbidOnly: process.env.CI !== undefined,
	use: {
		testIdAttribute: 'data-test-id',
		actionTimeout: 30_000,
		screenshot: 'only-on-failure',
		trace: 'off',
		launchOptions: {
			executablePath: programPath('chromium'),
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
