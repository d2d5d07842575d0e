import { test as base, type Page } from '@playwright/test';

import { upsertCredential } from '../../playground/workflows';
import { withEditor } from '../support/server/installed';
import { startServer, type Server } from '../support/server/server';
import { Editor } from './editor';

export { expect } from '@playwright/test';

interface Worker {
	/** One n8n with the package in it and one sandbox, for all tests of a worker. */
	server: Server;
	/**
	 * One tab of a browser for all tests of a worker, with the owner signed in: the editor takes seconds to load. Each test
	 * creates its data under its own ID.
	 */
	tab: Page;
}

interface Each {
	/** n8n's editor, with a reset sandbox. */
	editor: Editor;
}

/** The names of the sandbox's address. */
const hosts = ['127.0.0.1', 'localhost'];
const viewport = { width: 1440, height: 900 };
/** Pictures are about 1,400 pixels wide. */
const deviceScaleFactor = process.env.PICTURES ? 1.03 : 1;

export const test = base.extend<Each, Worker>({
	server: [
		// After the browser, because without one n8n is not needed.
		async ({ browser }, use) => {
			if (!browser.isConnected()) throw new Error('The browser has ended');
			const server = await startServer(withEditor);
			await use(server);
			await server.stop();
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	tab: [
		async ({ browser, server }, use) => {
			const profile = await browser.newContext({ viewport, deviceScaleFactor });
			const [name, value] = server.rest.cookie().split('=');
			await profile.addCookies([{ name, value, url: server.n8n.url }]);
			const tab = await profile.newPage();
			tab.setDefaultTimeout(30_000);
			await use(tab);
			await profile.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ tab }, use) => {
		await use(tab);
		// What the editor remembers (open panels, theme) does not stay.
		await tab.evaluate('localStorage.clear()');
	},
	editor: async ({ page, server }, use) => {
		const { rest, sandbox } = server;
		sandbox.reset();
		// Another account than that of the test before, with which a trigger would share a list read before the reset.
		hosts.reverse();
		const baseUrl = sandbox.url.replace('127.0.0.1', hosts[0]);
		await upsertCredential(rest, { accessToken: sandbox.tokens.admin, baseUrl });
		await use(new Editor(page, server));
	},
});
