import {
	readExample,
	upsertCredential,
	withAgentSuiteCredential,
} from '../../playground/workflows';
import type { Server } from '../support/server/server';
import { expect, test } from './world';

/** Words that people type into n8n's search for nodes. */
const searchedWords = [
	'leads',
	'tokens',
	'token balance',
	'seo articles',
	'whatsapp message',
	'credits',
	'crm',
];

test('found by its purpose, added, and set to a resource and an operation', async ({ editor }) => {
	const { page } = editor;
	await editor.openWorkflow(await editor.createChain('Search', []));
	await editor.openNodeSearch();
	for (const words of [...searchedWords, 'agent suite']) {
		// Waits for the new results.
		await editor.searchNode('zzz');
		await expect(editor.found('Agent Suite')).toHaveCount(0);
		await editor.searchNode(words);
		await expect(editor.found('Agent Suite')).toBeVisible();
	}
	await editor.found('Agent Suite').click();
	await editor.found('Get many leads').click();

	await expect(editor.parameter('resource').locator('input')).toHaveValue('Lead');
	await expect(editor.parameter('operation').locator('input')).toHaveValue('Get Many');
	// n8n selects a matching credential automatically.
	const credential = page.getByTestId('node-credentials-select').locator('input');
	await expect(credential).toHaveValue(/Agent Suite account/);

	await editor.choose('resource', 'WhatsApp');
	await expect(editor.parameter('operation').locator('input')).toHaveValue('Set First Message');
	for (const label of ['Agent ID', 'First Message']) {
		await expect(editor.parameters.getByText(label, { exact: true })).toBeVisible();
	}
	await editor.choose('resource', 'Article');
	await editor.choose('operation', 'Get by SEO Job');
	await expect(editor.parameter('seoJobId')).toBeVisible();
	await editor.closeNode();
	await expect(page.getByTestId('canvas-node').last()).toContainText('Get by SEO Job: Article');
});

test('an SEO job is picked from a list, and its articles are returned with their cost', async ({
	editor,
	server,
}) => {
	const { sandbox } = server;
	const parameters = { resource: 'article', operation: 'getBySeoJob' };
	await editor.openWorkflow(await editor.createChain('Pick', [{ name: 'Articles', parameters }]));
	await editor.openNode('Articles');
	await editor.parameter('seoJobId').getByTestId('rlc-input').click();
	const entries = editor.page.getByTestId('rlc-item');
	await expect(entries).toHaveText([
		/^\s*2 articles: Seven ways to light a.*… \(seo_job_4618\)/,
		/3 articles: How to descale a/,
		/3 articles: Planning a small/,
	]);
	await editor.page.getByTestId('rlc-search').fill('shower');
	await expect(entries).toHaveCount(1);
	await entries.first().click();
	await expect(editor.parameter('seoJobId').getByTestId('rlc-input')).toHaveValue(
		/How to descale a/,
	);
	expect(sandbox.requests.map(({ path }) => path)).toEqual(['/seo/getArticles']);

	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toHaveText('3 items');
	await expect(editor.output.getByTestId('node-hint')).toContainText('1 request, 5 tokens spent');
	await expect(editor.output).toContainText('Water-saving taps compared');
	expect(sandbox.requests.at(-1)).toMatchObject({ query: { seoJobId: 'seo_job_4502' } });

	// By ID always works too, and keeps the picked value.
	await editor.parameter('seoJobId').getByTestId('rlc-mode-selector').click();
	await editor.menuEntry('By ID').click();
	await expect(editor.parameter('seoJobId').getByTestId('rlc-input')).toHaveValue('seo_job_4502');
});

test('a field of a node that has not run is dragged into an expression', async ({
	editor,
	server,
}) => {
	await editor.openWorkflow(
		await editor.createChain('Drag', [
			{ name: 'Leads', parameters: { resource: 'lead', operation: 'getAll' } },
			{
				name: 'Message',
				parameters: {
					resource: 'whatsApp',
					operation: 'setFirstMessage',
					agentId: 'agent_sales',
				},
			},
		]),
	);
	await editor.openNode('Message');
	await expect(editor.input).toContainText('Preview');
	await editor.drag(editor.schemaField('firstName'), editor.parameter('firstMessage'));
	await expect(editor.parameter('firstMessage')).toContainText('{{ $json.firstName }}');
	expect(server.sandbox.requests).toEqual([]);
});

test('a filter that lets nothing through says which one, and what was read for it', async ({
	editor,
}) => {
	const parameters = { resource: 'lead', operation: 'getAll', filters: { email: '' } };
	await editor.openWorkflow(await editor.createChain('Filter', [{ name: 'Leads', parameters }]));
	await editor.openNode('Leads');
	await editor.execute();
	const hints = editor.output.getByTestId('node-hint');
	await expect(hints).toHaveText(['Email is empty, which matches nothing, so no request was sent']);
	const filter = editor.parameter('email').locator('input, textarea').first();
	await editor.type(filter, 'nobody@example.com');
	await editor.execute();
	await expect(hints.last()).toHaveText('None of 12 records matches the Email filter');
	await editor.type(filter, 'grace.whitfield@example.com');
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toHaveText('1 item');
	await expect(hints).toHaveText(['1 request, 5 tokens spent']);
});

const maxTokens: Array<[kind: string, file: string, node: string]> = [
	['a node', 'balance-alert.json', 'Get token balance'],
	['a tool of an agent', 'ai-lead-assistant.json', 'Set first message'],
];

for (const [kind, file, node] of maxTokens) {
	test(`Max Tokens of ${kind}: adding it sets 50, and its help says what 0 and its absence mean`, async ({
		editor,
		server,
	}) => {
		const { page } = editor;
		const recipe = withAgentSuiteCredential(readExample(file), server.credential);
		await editor.openWorkflow(await editor.createWorkflow(recipe));
		await editor.openNode(node);
		await editor.parameters.getByPlaceholder('Add Option').click();
		await editor.menuEntry('Max Tokens').click();
		await expect(editor.parameter('maxTokens').locator('input')).toHaveValue('50');
		const label = editor.parameters.getByTestId('input-label').filter({ hasText: 'Max Tokens' });
		await label.hover();
		await label.locator('svg').first().hover();
		const help = page.getByText('Maximum number of tokens').filter({ visible: true });
		await expect(help).toContainText('(0 for no limit)');
		await expect(help).toContainText('Without this option, only a tool has a limit: 50');
	});
}

test('a tool shows its limit of tokens in the panel, until another is set, and a node does not', async ({
	editor,
	server,
}) => {
	const recipe = withAgentSuiteCredential(readExample('mcp-server.json'), server.credential);
	await editor.openWorkflow(await editor.createWorkflow(recipe));
	await editor.openNode('List platforms');
	const notice = editor.parameters.getByText(
		'Spends up to 50 Agent Suite tokens per workflow execution (10 calls)',
	);
	await expect(notice).toBeInViewport();
	await editor.parameters.getByPlaceholder('Add Option').click();
	await editor.menuEntry('Max Tokens').click();
	await expect(notice).toHaveCount(0);
	await editor.closeNode();
	await editor.openWorkflow(await editor.createChain('Node', [{ name: 'Leads' }]));
	await editor.openNode('Leads');
	await expect(notice).toHaveCount(0);
});

test('a new tool asks for filters, and one that writes for an approval', async ({ editor }) => {
	const tool = (parameters: Record<string, unknown>) => [
		{ name: 'Tool', type: 'n8n-nodes-agent-suite.agentSuiteTool', parameters },
	];
	const articles = { resource: 'article', operation: 'getAll' };
	await editor.openWorkflow(await editor.createChain('Tool', tool(articles)));
	await editor.openNode('Tool');
	const asksForFilters = editor.parameters.getByText(
		'Until a filter has a value, a model gets all records',
	);
	const asksForApproval = editor.parameters.getByText('Unless a person already approves each call');
	await expect(asksForFilters).toBeVisible();
	await expect(asksForApproval).toHaveCount(0);
	await editor.parameters.getByPlaceholder('Add Filter').click();
	await editor.menuEntry('Platform').click();
	await editor.parameter('platform').locator('input').first().fill('blog');
	await expect(asksForFilters).toHaveCount(0);
	await editor.closeNode();
	const create = { resource: 'seoPlatform', operation: 'create' };
	await editor.openWorkflow(await editor.createChain('Tool', tool(create)));
	await editor.openNode('Tool');
	await expect(asksForApproval).toBeInViewport({ ratio: 1 });
});

/** What a first user asks at a field, and its answer. */
const answers: Array<[resource: string, operation: string, answer: string]> = [
	['lead', 'get', 'Look for it in the dashboard. It can differ from leadKey'],
	['snippet', 'update', 'Look for it in the dashboard: n8n cannot list snippets'],
	['whatsApp', 'setFirstMessage', 'Look for it in the dashboard: n8n cannot list agents'],
	['seoPlatform', 'create', 'Create it in WordPress: Users > Profile > Application Passwords'],
];

test('below a field stands where its value comes from, without a tooltip', async ({ editor }) => {
	const drafts = answers.map(([resource, operation]) => ({
		name: operation,
		parameters: { resource, operation },
	}));
	await editor.openWorkflow(await editor.createChain('Hints', drafts));
	for (const [, operation, answer] of answers) {
		await editor.openNode(operation);
		await expect(editor.parameters.getByText(answer)).toBeInViewport({ ratio: 1 });
		await editor.closeNode();
	}
});

test('an email address as the ID of a lead says how to find the lead, and is not sent', async ({
	editor,
	server,
}) => {
	const parameters = { resource: 'lead', operation: 'get', leadId: 'amelia@example.com' };
	await editor.openWorkflow(await editor.createChain('Get', [{ name: 'Lead', parameters }]));
	await editor.openNode('Lead');
	await editor.execute();
	await expect(editor.output).toContainText("'Lead ID' is an email address");
	await expect(editor.output).toContainText("use Get Many with the filter 'Email'");
	expect(server.sandbox.requests).toEqual([]);
});

test('the settings of a Wix site are keys and masked values, and nothing shows a value', async ({
	editor,
	server,
}) => {
	const { sandbox } = server;
	const secret = 's3cret-of-the-shop';
	const parameters = { resource: 'seoPlatform', operation: 'create', name: 'Shop' };
	await editor.openWorkflow(await editor.createChain('Create', [{ name: 'Create', parameters }]));
	await editor.openNode('Create');
	await editor.choose('platformType', 'Wix');
	const key = editor.parameter('key').locator('input');
	const value = editor.parameter('value').locator('input');
	await expect(value.first()).toHaveAttribute('type', 'password');
	await expect(key.first()).not.toHaveAttribute('type', 'password');
	await expect(editor.parameters.getByText('Ask the support of the service')).toBeInViewport({
		ratio: 1,
	});
	await editor.type(key.first(), 'siteId');
	await editor.type(value.first(), secret);
	await editor.parameters.getByRole('button', { name: 'Add Setting' }).click();
	await editor.type(key.nth(1), 'siteId');
	await editor.type(value.nth(1), 'x');
	// What only the output of this run has, so that the next one does not begin before its end.
	for (const [onError, shown] of [
		['Stop Workflow', 'Stack trace'],
		['Continue', 'description:'],
	]) {
		await editor.page.getByTestId('tab-settings').click();
		await editor.page.getByTestId('parameter-input-onError').locator('input').click();
		await editor.menuEntry(onError).click();
		await expect(editor.output).not.toContainText(shown);
		await editor.execute();
		await expect(editor.output).toContainText(shown);
		await expect(editor.output).toContainText("'Config' has the same key in rows 1 and 2");
		await expect(editor.page.locator('body')).not.toContainText(secret);
	}
	expect(sandbox.requests).toEqual([]);
	await editor.page.getByTestId('tab-params').click();
	await editor.type(key.nth(1), 'apiKey');
	await editor.execute();
	await expect(editor.output).toContainText('plat_new1');
	const config = { siteId: secret, apiKey: 'x' };
	expect(sandbox.requests.at(-1)?.body).toEqual({ name: 'Shop', type: 'wix', config });
});

test('a list says how many records Limit leaves out', async ({ editor }) => {
	const parameters = { resource: 'lead', operation: 'getAll', limit: 5 };
	await editor.openWorkflow(await editor.createChain('Limit', [{ name: 'Leads', parameters }]));
	await editor.openNode('Leads');
	await editor.execute();
	await expect(editor.output.getByTestId('node-hint')).toHaveText([
		'1 request, 5 tokens spent',
		'5 of 12 records returned, because of Limit',
		/^Limit of 5 items reached/,
	]);
});

test('an article is found by words of its title, and a lead comes with its ID', async ({
	editor,
}) => {
	const drafts = [
		{ name: 'Lead', parameters: { resource: 'lead', operation: 'get', leadId: 'lead_8f2k1a' } },
		{ name: 'Articles', parameters: { resource: 'article', operation: 'getAll' } },
	];
	await editor.openWorkflow(await editor.createChain('Find', drafts));
	await editor.openNode('Articles');
	await editor.parameters.getByPlaceholder('Add Filter').click();
	await editor.menuEntry('Title').click();
	await editor.type(editor.parameter('title').locator('input, textarea').first(), 'rain shower');
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toHaveText('1 item');
	await expect(editor.schemaField('leadId')).toBeVisible();
});

/** A refusal of the sandbox, and how n8n shows it: with the words of the service, or with a time. */
interface Refusal {
	status: number;
	operation: { resource: string; operation: string };
	headline: string | RegExp;
	advice: string;
	/** @returns the access token of the account that is refused */
	prepare(sandbox: Server['sandbox']): string;
}

const refusals: Refusal[] = [
	{
		status: 402,
		operation: { resource: 'lead', operation: 'getAll' },
		headline:
			'The token balance is too low for this request: Token balance too low: 5 needed, 0 left [item 0]',
		advice: 'Buy tokens or turn on automatic refill in the service dashboard.',
		prepare: (sandbox) => {
			sandbox.setBalance(0);
			return sandbox.tokens.admin;
		},
	},
	{
		status: 429,
		operation: { resource: 'lead', operation: 'getAll' },
		headline: /^\s*Rate limit: the service asked to pause until \d\d:\d\d \S+: .+ \[item 0\]\s*$/,
		advice: "raise the option 'Max Wait (Seconds)'",
		prepare: (sandbox) => {
			sandbox.addFault({ kind: 'rateLimit', retryAfter: 3600, times: 1 });
			// Not that of other tests, which would meet the pause.
			return sandbox.tokens.member;
		},
	},
];

for (const { status, operation, headline, advice, prepare } of refusals) {
	test(`a ${status} says what happened, with the service's words or with a time, once`, async ({
		editor,
		server,
	}) => {
		const { rest, sandbox } = server;
		const accessToken = prepare(sandbox);
		await upsertCredential(rest, { accessToken, baseUrl: sandbox.url });
		const drafts = [{ name: 'Refused', parameters: operation }];
		await editor.openWorkflow(await editor.createChain('Refused', drafts));
		await editor.openNode('Refused');
		await editor.execute();
		const [line, below] = ['node-error-message', 'node-error-description'].map((part) =>
			editor.output.getByTestId(part),
		);
		await expect(line).toHaveText(headline);
		await expect(below).toContainText(advice);
		const said = (await line.innerText()).replace(/ \[item 0\]/, '').trim();
		await expect(below).not.toContainText(said);
	});
}

test('an error names the item, the cause, and the next step, and with Continue the other items are processed', async ({
	editor,
	server,
}) => {
	const { sandbox } = server;
	const parameters = {
		resource: 'whatsApp',
		operation: 'setFirstMessage',
		agentId: '={{ $json.agentId }}',
		firstMessage: 'Welcome!',
	};
	const items = ['agent_sales', 'agent_nobody', 'agent_reception'].map((agentId) => ({ agentId }));
	const drafts = [{ name: 'Message', parameters }];
	await editor.openWorkflow(await editor.createChain('Failing', drafts, items));
	await editor.openNode('Message');
	await editor.execute();
	await expect(editor.output.getByTestId('node-error-message')).toHaveText(
		/Agent not found \[item 1\]/,
	);
	await expect(editor.output.getByTestId('node-error-description')).toContainText(
		'Your organization has no agent with this ID.',
	);
	expect(sandbox.firstMessage('agent_reception')).not.toBe('Welcome!');

	await editor.page.getByTestId('tab-settings').click();
	await editor.page.getByTestId('parameter-input-onError').locator('input').click();
	await editor.menuEntry('Continue').click();
	await editor.execute();
	await expect(editor.output.getByTestId('ndv-items-count')).toHaveText(/3 items/);
	await expect(editor.output).toContainText('Agent not found [item 1]');
	await expect.poll(() => sandbox.firstMessage('agent_reception')).toBe('Welcome!');
});
