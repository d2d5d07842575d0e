import type { IDataObject } from 'n8n-workflow';

import { readExample, withCredential } from '../../playground/workflows';
import { readExecutions } from '../support/server/executions';
import { pollingOften } from '../support/server/pollingServer';
import type { Server } from '../support/server/server';
import { until } from '../support/programs/until';
import { costNotice, minInterval } from '../support/defaults';
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
	await expect(editor.parameter('minInterval').locator('input')).toHaveValue(String(minInterval));
	await expectCost(editor, costNotice({ event: 'leadCreatedOrUpdated' }));
	await editor.closeNode();
	server.sandbox.clearRequests();
	await editor.publish();
	await expect(page.getByTestId('activation-modal')).toContainText(
		'Existing records are only returned with',
	);
	await expect.poll(() => leadReads(server).length).toBe(1);
	// n8n's own schedule is every minute. test/engine/trigger/minInterval.test.ts lets a whole day pass.
	await page.waitForTimeout(62_000);
	expect(leadReads(server)).toHaveLength(1);
	const id = /workflow\/(\w+)/.exec(page.url())?.[1];
	await server.rest.post(`/rest/workflows/${id}/deactivate`);
});

test('the trigger shows the cost of its interval', async ({ editor }) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', {}));
	await editor.openNode('Trigger');
	await expectCost(editor, costNotice({ event: 'leadCreatedOrUpdated' }));
	await editor.choose('event', 'Balance Low');
	await expectCost(editor, costNotice({ event: 'balanceLow' }));
	await editor.choose('event', 'Lead Created');
	await setInterval(editor, 0);
	await expectCost(editor, costNotice({ event: 'leadCreated', minInterval: 0 }));
});

async function ask<T>({ sandbox }: Server, path: string): Promise<T> {
	const headers = { authorization: `Bearer ${sandbox.tokens.admin}` };
	return (await (await fetch(sandbox.url + path, { headers })).json()) as T;
}

type Records = IDataObject[];
const leads = async (server: Server, fields: IDataObject) => {
	const all = await ask<{ leads: Records }>(server, '/agent/lead');
	return all.leads.slice(-3).map((lead) => ({ ...lead, ...fields }));
};

/** What the test event shows, from the data of the service. */
const events: Array<[event: string, expected: (server: Server) => Promise<Records>]> = [
	['leadCreated', async (server) => await leads(server, {})],
	[
		'leadCreatedOrUpdated',
		async (server) => await leads(server, { changeType: 'created', changedFields: [] }),
	],
	[
		'leadUpdated',
		async (server) => await leads(server, { changedFields: [], previousStatus: null }),
	],
	['leadStatusChanged', async (server) => await leads(server, { previousStatus: null })],
	[
		'articleCreated',
		async (server) => {
			const articles = await ask<Records>(server, '/seo/getArticles');
			const newest = articles.slice(0, 3).reverse();
			return newest.map(({ id, title, link, platform }) => {
				const { id: platformId, name } = platform as IDataObject;
				return { id, title, link, platformId, platformName: name };
			});
		},
	],
	[
		'platformInvalid',
		async (server) => {
			const platforms = await ask<Records>(server, '/seo/getPlatforms');
			const invalid = platforms.filter(({ invalidConfig }) => invalidConfig);
			return invalid.slice(-3).map(({ id, name }) => ({ id, name, invalidConfig: true }));
		},
	],
	[
		'balanceLow',
		async (server) => {
			const balance = await ask<IDataObject>(server, '/billing-token/getTokenBalance');
			delete balance.apiKey;
			return [{ ...balance, level: 500, recovered: false }];
		},
	],
];

for (const [event, expected] of events) {
	test(`a test event of ${event} shows the records of the service as they are`, async ({
		editor,
		server,
	}) => {
		server.sandbox.addLead({ status: 'contacted' });
		server.sandbox.updatePlatform('plat_blog', { invalidConfig: true });
		server.sandbox.addArticle();
		const threshold = event === 'balanceLow' ? { threshold: 500 } : {};
		const id = await editor.createTrigger('Trigger', { event, ...threshold });
		await editor.openWorkflow(id);
		await editor.openNode('Trigger');
		server.sandbox.clearRequests();
		await editor.execute();
		await expect(editor.output.getByTestId('ndv-items-count')).toContainText('item');
		expect(server.sandbox.requests).toHaveLength(1);
		const [{ tokens }] = server.sandbox.requests;
		expect(tokens).toBe(event === 'balanceLow' ? 1 : 5);
		const ended = async () => {
			const [run] = await readExecutions(server.rest, id);
			return run?.status === 'success' && run.outputs.Trigger;
		};
		const items = await until(ended, 'the execution of the test event');
		const wanted = await expected(server);
		expect(wanted.length).toBeGreaterThan(0);
		// The balance was read before, at a cost.
		if (event === 'balanceLow') {
			for (const count of ['mainTokenCount', 'totalTokenCount']) {
				wanted[0][count] = Number(wanted[0][count]) + 1;
			}
		}
		expect(items).toHaveLength(wanted.length);
		expect(items).toMatchObject(wanted);
		const invented = ['changeType', 'changedFields', 'previousStatus', 'level', 'recovered'];
		for (const name of invented.filter((name) => !(name in wanted[0]))) {
			for (const item of items) expect(item[name] ?? null).toBeNull();
		}
	});
}

test('the alert for interested leads runs for a lead that arrives interested, and for no other', async ({
	editor,
	server,
}) => {
	const { page } = editor;
	const { sandbox, rest } = server;
	const example = withCredential(readExample('lead-alert-slack.json'), server.credential);
	// Unchanged, except that it polls every few seconds, and that no message is sent.
	const often = pollingOften(example, 4);
	const nodes = often.nodes.map((node) =>
		node.type.endsWith('.slack') ? { ...node, disabled: true } : node,
	);
	const id = await editor.createWorkflow({ ...often, nodes });
	await editor.openWorkflow(id);
	await editor.publish();
	await expect(page.getByTestId('activation-modal')).toContainText('Workflow published');
	await page.keyboard.press('Escape');
	await page.getByTestId('radio-button-executions').click();
	const before = leadReads(server).length;
	await expect.poll(() => leadReads(server).length).toBeGreaterThan(before);
	sandbox.addLead({ status: 'not-contacted' });
	const { lead } = sandbox.addLead({ status: 'interested' });
	const succeeded = page.getByTestId('current-executions-list').getByText(/Succeeded/);
	await expect(succeeded).toHaveCount(1, { timeout: 60_000 });
	const runs = await readExecutions(rest, id);
	expect(runs.map(({ outputs }) => outputs['When a lead becomes interested'])).toEqual([
		[expect.objectContaining({ ...lead, previousStatus: null })],
	]);
	await rest.post(`/rest/workflows/${id}/deactivate`);
});
