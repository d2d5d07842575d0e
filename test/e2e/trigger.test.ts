import type { IDataObject } from 'n8n-workflow';

import * as table from '../../nodes/AgentSuite/resources/events';
import { readExample, withAgentSuiteCredential } from '../../playground/workflows';
import { readExecutions } from '../support/server/executions';
import { pollingOften } from '../support/server/pollingServer';
import type { Server } from '../support/server/server';
import { until } from '../support/programs/until';
import type { Editor } from './editor';
import { expect, test } from './world';

/** The entry of the menu of intervals that is selected. */
const interval = (editor: Editor) => editor.parameter('minInterval').locator('input');

const leadReads = ({ sandbox }: Server) =>
	sandbox.requests.filter(({ path }) => path === '/agent/lead');

test('the trigger is found, added, and published with its defaults, and reads', async ({
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
	await expect(interval(editor)).toHaveValue('Every 15 minutes (about 14,400 tokens a month)');
	await editor.closeNode();
	server.sandbox.clearRequests();
	const published = await editor.publish();
	await expect(published).toContainText('The first read returns existing records only with');
	await editor.closeDialog(published);
	await expect.poll(() => leadReads(server).length).toBe(1);
	const id = /workflow\/(\w+)/.exec(page.url())?.[1];
	await server.rest.post(`/rest/workflows/${id}/deactivate`);
});

/** The entries of the menu of intervals, from the shortest. */
async function prices(editor: Editor): Promise<string[]> {
	await interval(editor).click();
	const entries = editor.page.locator('.el-select-dropdown__item:visible');
	await expect(entries).toHaveCount(6);
	const texts = await entries.allInnerTexts();
	await editor.page.keyboard.press('Escape');
	return texts.map((text) => text.trim());
}

test('one clock: a menu of intervals, each with the price of the selected event', async ({
	editor,
	server,
}) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', {}));
	await editor.openNode('Trigger');
	expect(await prices(editor)).toEqual([
		'Every 5 minutes (about 43,200 tokens a month)',
		'Every 15 minutes (about 14,400 tokens a month)',
		'Every hour (about 3,600 tokens a month)',
		'Every 6 hours (about 600 tokens a month)',
		'Once a day (about 150 tokens a month)',
		'At every poll, set by Poll Times (5 tokens each)',
	]);
	await interval(editor).click();
	await editor.menuEntry('Every hour (about 3,600 tokens a month)').click();
	await editor.choose('event', 'Balance Low');
	await expect(interval(editor)).toHaveValue('Every hour (about 720 tokens a month)');
	expect((await prices(editor)).at(-1)).toBe('At every poll, set by Poll Times (1 token each)');
	// No other text of the panel is about costs.
	await expect(editor.parameters.getByText(/tokens a month|costs \d|are free/)).toHaveCount(0);
	expect(server.sandbox.requests).toEqual([]);
});

test('by expression, the interval is any number of minutes, and nothing is marked as wrong', async ({
	editor,
}) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', { minInterval: '={{ 30 }}' }));
	await editor.openNode('Trigger');
	await expect(editor.parameter('minInterval')).toContainText('30');
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toContainText('3 items');
	await expect(editor.parameters.getByTestId('parameter-issues')).toHaveCount(0);
});

/** What has to be set, in the order of the panel. */
const panels: Array<[event: string, names: string[]]> = [
	['leadCreatedOrUpdated', ['event', 'status', 'minInterval', 'retryFailedExecutions']],
	['balanceLow', ['event', 'threshold', 'minInterval', 'retryFailedExecutions']],
];

for (const [event, names] of panels) {
	test(`${event}: nothing that has to be set is below the fold`, async ({ editor }) => {
		await editor.openWorkflow(await editor.createTrigger('Trigger', { event }));
		await editor.openNode('Trigger');
		const tops: number[] = [];
		for (const name of names) {
			await expect(editor.parameter(name)).toBeInViewport({ ratio: 1 });
			tops.push((await editor.parameter(name).boundingBox())?.y ?? 0);
		}
		expect(tops).toEqual([...tops].sort((one, other) => one - other));
		// What counts, what retries need, and what a test costs, without a tooltip.
		for (const answer of [
			'Polls within this time after a read cost nothing (for each main process of n8n), so Poll Times can stay at Every Minute',
			event === 'balanceLow'
				? 'If off, the alert of a failed execution is lost. If on, it can arrive twice'
				: 'If off, records of a failed execution are lost. If on, they can arrive twice: use a node that creates or updates',
		])
			await expect(editor.parameters.getByText(answer)).toBeInViewport({ ratio: 1 });
		await expect(editor.page.getByTestId('trigger-header')).toHaveText(
			'A test event costs one read: 1 token for Balance Low, otherwise 5',
		);
		const addOption = editor.parameters.getByPlaceholder('Add Option');
		await expect(addOption).toBeInViewport({ ratio: 1 });
	});
}

test('a recipe sets Poll Times only, so that changing them is enough, and shows the cost', async ({
	editor,
	server,
}) => {
	const recipe = withAgentSuiteCredential(readExample('lead-sync.json'), server.credential);
	await editor.openWorkflow(await editor.createWorkflow(recipe));
	await editor.openNode('When a lead is created or updated');
	await expect(editor.parameter('mode').locator('input')).toHaveValue('Every Hour');
	await expect(interval(editor)).toHaveValue('At every poll, set by Poll Times (5 tokens each)');
});

test('the menu of events says what a read costs', async ({ editor }) => {
	await editor.openWorkflow(await editor.createTrigger('Trigger', {}));
	await editor.openNode('Trigger');
	await editor.parameter('event').locator('input').click();
	const entries = editor.page.locator('.el-select-dropdown__item:visible');
	await expect(entries.filter({ hasText: 'Balance Low' })).toContainText('(1 token)');
	await expect(entries.filter({ hasText: 'Lead Updated' })).toContainText('(5 tokens)');
	await expect(entries).toHaveCount(await entries.filter({ hasText: /\(\d tokens?\)/ }).count());
});

test('a new row of More Thresholds is no threshold until it has a value', async ({ editor }) => {
	const id = await editor.createTrigger('Trigger', { event: 'balanceLow' });
	await editor.openWorkflow(id);
	await editor.openNode('Trigger');
	await editor.parameters.getByPlaceholder('Add Option').click();
	await editor.menuEntry('More Thresholds').click();
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toContainText('1 item');
});

async function ask<T>({ sandbox }: Server, path: string): Promise<T> {
	const headers = { authorization: `Bearer ${sandbox.tokens.admin}` };
	return (await (await fetch(sandbox.url + path, { headers })).json()) as T;
}

type Records = IDataObject[];

/** What the test event shows, from the data of the service. */
const events: Array<[event: string, expected: (server: Server) => Promise<Records>]> = [
	[
		'leadCreatedOrUpdated',
		async (server) => {
			const { leads } = await ask<{ leads: Records }>(server, '/agent/lead');
			// With an invented change of their status.
			return leads.slice(-3).map((lead) =>
				lead.status === 'not-contacted'
					? { ...lead, changeType: 'created', changedFields: [], previousStatus: null }
					: {
							...lead,
							changeType: 'updated',
							changedFields: ['status'],
							previousStatus: 'not-contacted',
						},
			);
		},
	],
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
		server.sandbox.addArticle();
		const threshold = event === 'balanceLow' ? { threshold: 500 } : {};
		const id = await editor.createTrigger('Trigger', { event, ...threshold });
		await editor.openWorkflow(id);
		await editor.openNode('Trigger');
		const { testEventHint: hint } = Object.values(table).find((entry) => entry.event === event)!;
		await expect(editor.parameters.getByText(hint)).toHaveCount(0);
		server.sandbox.clearRequests();
		await editor.execute();
		await expect(editor.output.getByTestId('ndv-items-count')).toContainText('item');
		await expect(editor.output.getByTestId('node-hint')).toHaveText([hint]);
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
	const published = await editor.publish();
	await expect(published).toContainText('Workflow published');
	await editor.closeDialog(published);
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
