import type { IDataObject } from 'n8n-workflow';

import * as table from '../../nodes/AgentSuite/resources/events';
import { readExample, withAgentSuiteCredential } from '../../playground/workflows';
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
	await expect(editor.parameters.getByText(/^\s*(Up to about|Each poll costs) \d/)).toHaveCount(1);
}

const leadPrices = '43,200 tokens a month at 5 minutes, 14,400 at 15, 3,600 at 60';
const hourPrices = '3,600 tokens a month at 1 hour, 1,800 at 2, 600 at 6';
const balancePrices = '8,640 tokens a month at 5 minutes, 2,880 at 15, 720 at 60';

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
	await expect(editor.parameters.getByText('Read at Most Every (Minutes)')).toBeVisible();
	await expect(editor.parameters.getByText('Polls between reads are free')).toBeVisible();
	await editor.closeNode();
	server.sandbox.clearRequests();
	await editor.publish();
	await expect(page.getByTestId('activation-modal')).toContainText(
		'The first poll only returns existing records with',
	);
	await expect.poll(() => leadReads(server).length).toBe(1);
	// n8n's own schedule is every minute. test/engine/trigger/minInterval.test.ts lets a whole day pass.
	await page.waitForTimeout(62_000);
	expect(leadReads(server)).toHaveLength(1);
	const id = /workflow\/(\w+)/.exec(page.url())?.[1];
	await server.rest.post(`/rest/workflows/${id}/deactivate`);
});

test('the notice about costs follows the event, the minimum interval, and each mode of Poll Times', async ({
	editor,
}) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', {}));
	await editor.openNode('Trigger');
	await expectCost(editor, `Up to about ${leadPrices}`);
	await editor.choose('event', 'Balance Low');
	await expectCost(editor, `Up to about ${balancePrices}`);
	await editor.choose('event', 'Lead Created');
	await setInterval(editor, 0);
	await expectCost(editor, 'Each poll costs 5 tokens, 216,000 a month if it polls every minute');
	await setInterval(editor, 15);
	const modes: Array<[mode: string, notice: string]> = [
		['Every Day', 'Up to about 150 tokens a month'],
		['Every Hour', 'Up to about 3,600 tokens a month'],
		['Every Week', 'Up to about 25 tokens a month'],
		['Every Month', 'Up to about 5 tokens a month'],
		// In hours, which is n8n's default.
		['Every X', `Up to about ${hourPrices}. The longer interval counts.`],
		['Custom', `Up to about ${leadPrices}, depending on the expression`],
		['Every Minute', `Up to about ${leadPrices}`],
	];
	for (const [mode, notice] of modes) {
		await editor.choose('mode', mode);
		await expectCost(editor, notice);
	}
	await editor.choose('mode', 'Every X');
	await editor.choose('unit', 'Minutes');
	await expectCost(editor, `Up to about ${leadPrices}. The longer interval counts.`);
	await editor.choose('mode', 'Every Day');
	await editor.parameters.getByTestId('fixed-collection-add').first().click();
	await expectCost(
		editor,
		`Up to about ${leadPrices}, for all poll times. At 0, each poll counts.`,
	);
});

/** Polling triggers have one clock: that of n8n. */
const clocks: Array<[file: string, trigger: string, mode: string, cost: string]> = [
	[
		'lead-sync.json',
		'When a lead is created or updated',
		'Every Hour',
		'Up to about 3,600 tokens a month',
	],
	[
		'lead-alert-slack.json',
		'When a lead becomes interested',
		'Every X',
		`Up to about ${leadPrices}. The longer interval counts.`,
	],
];

for (const [file, trigger, mode, cost] of clocks) {
	test(`${file} sets Poll Times only, so that changing them is enough, and shows the cost`, async ({
		editor,
		server,
	}) => {
		const recipe = withAgentSuiteCredential(readExample(file), server.credential);
		await editor.openWorkflow(await editor.createWorkflow(recipe));
		await editor.openNode(trigger);
		await expect(editor.parameter('mode').locator('input')).toHaveValue(mode);
		await expect(editor.parameters.getByText('Read at Most Every (Minutes)')).toBeVisible();
		await expect(editor.parameter('minInterval').locator('input')).toHaveValue('0');
		await expectCost(editor, cost);
	});
}

test('the menu of events says what a read costs, and the panel what a test event costs', async ({
	editor,
}) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', {}));
	await editor.openNode('Trigger');
	const hint = 'Fetch Test Event returns up to 3 records and costs 5 tokens (Balance Low: 1)';
	await expect(editor.parameters.getByText(hint)).toBeVisible();
	await editor.parameter('event').locator('input').click();
	const entries = editor.page.locator('.el-select-dropdown__item:visible');
	await expect(entries.filter({ hasText: 'Balance Low' })).toContainText('(1 token)');
	await expect(entries.filter({ hasText: 'Lead Updated' })).toContainText('(5 tokens)');
	await expect(entries).toHaveCount(await entries.filter({ hasText: /\(\d tokens?\)/ }).count());
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

/** The same, after an invented change of their status. */
const changedLeads = async (server: Server, fields: IDataObject): Promise<Records> =>
	(await leads(server, fields)).map((lead: IDataObject) => ({
		...lead,
		previousStatus: lead.status === 'not-contacted' ? 'contacted' : 'not-contacted',
	}));

/** What the test event shows, from the data of the service. */
const events: Array<[event: string, expected: (server: Server) => Promise<Records>]> = [
	['leadCreated', async (server) => await leads(server, {})],
	[
		'leadCreatedOrUpdated',
		async (server) =>
			(await changedLeads(server, { changedFields: ['status'] })).map((lead) =>
				lead.status === 'not-contacted'
					? { ...lead, changeType: 'created', changedFields: [], previousStatus: null }
					: { ...lead, changeType: 'updated' },
			),
	],
	['leadUpdated', async (server) => await changedLeads(server, { changedFields: ['status'] })],
	['leadStatusChanged', async (server) => await changedLeads(server, {})],
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
		'articlePublished',
		async (server) => {
			const articles = await ask<Records>(server, '/seo/getArticles');
			const newest = articles.filter(({ link }) => link).slice(0, 3);
			return newest.reverse().map(({ id, link }) => ({ id, link }));
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
			const low = { mainTokenCount: 499, extraTokenCount: 0, totalTokenCount: 499 };
			return [{ ...balance, ...low, threshold: 500, recovered: false }];
		},
	],
];

for (const [event, expected] of events) {
	test(`a test event of ${event} shows the newest records of the service, with a change if it needs one`, async ({
		editor,
		server,
	}) => {
		server.sandbox.addLead({ status: 'contacted' });
		server.sandbox.updatePlatform('plat_blog', { invalidConfig: true });
		server.sandbox.addArticle();
		server.sandbox.addArticle({ link: '' });
		const threshold = event === 'balanceLow' ? { threshold: 500 } : {};
		const id = await editor.createTrigger('Trigger', { event, ...threshold });
		await editor.openWorkflow(id);
		await editor.openNode('Trigger');
		const { example } = Object.values(table).find((entry) => entry.event === event)!;
		if (example) await expect(editor.parameters.getByText(example.notice)).toBeVisible();
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
		expect(items).toHaveLength(wanted.length);
		expect(items).toMatchObject(wanted);
		const invented = ['changeType', 'changedFields', 'previousStatus', 'threshold', 'recovered'];
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
	const example = withAgentSuiteCredential(readExample('lead-alert-slack.json'), server.credential);
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
