import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { readJson } from '../../playground/files';
import {
	examplesFolder,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import { hostileLeads } from '../support/leadSync/hostile';
import { until } from '../support/programs/until';
import { createTool, retryOnFail } from '../support/server/createTool';
import { activate } from '../support/server/executions';
import { createWorkflow } from '../support/server/runs';
import { startServer, type Server } from '../support/server/server';

type WorkflowNode = WorkflowFile['nodes'][number];

const token = 'bearer-token-of-this-test';
const example = readJson<WorkflowFile>(join(examplesFolder, 'mcp-server.json'));

let server: Server;
let client: Client;
let httpBearerAuth: Credential;

async function publish(file: WorkflowFile): Promise<void> {
	const { rest, credential } = server;
	const credentials = { agentSuiteApi: credential, httpBearerAuth };
	await activate(rest, await createWorkflow(rest, withCredentials(file, credentials)));
}

const connect = async (bearer: string, path = 'agent-suite'): Promise<Client> => {
	const url = new URL(`/mcp/${path}`, server.n8n.url);
	const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
	const made = new Client({ name: 'test', version: '1.0.0' });
	await made.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return made;
};

beforeAll(async () => {
	server = await startServer();
	const { rest } = server;
	const bearer = { name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token } };
	const { id } = await rest.post<Credential>('/rest/credentials', bearer);
	httpBearerAuth = { id, name: bearer.name };
	await publish(example);
	// n8n opens the address shortly after it has published the workflow.
	client = await until(async () => await connect(token).catch(() => undefined), 'the MCP server');
});
afterAll(async () => {
	await client?.close();
	await server?.stop();
});
beforeEach(() => server.sandbox.reset());

/** The result of a tool: its text, and whether it failed. */
async function call(name: string, args: Record<string, unknown> = {}) {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const texts = (content as Array<{ type: string; text: string }>).map(({ text }) => text);
	// In every test, the result must not contain our token or a setting of a platform.
	const { secrets, tokens } = server.sandbox;
	for (const secret of [...secrets, ...Object.values(tokens)]) {
		expect(texts.join()).not.toContain(secret);
	}
	return { text: texts.join('\n'), isError: isError === true };
}

const sent = () =>
	server.sandbox.requests.map(({ method, path, status }) => [method, path, status]);

test('without the token access is refused', async () => {
	await expect(connect('wrong')).rejects.toThrow(/403|401|Authorization/);
});

test('the tools and their arguments', async () => {
	const { tools } = await client.listTools();
	const names = example.nodes
		.filter(({ type }) => type.endsWith('Tool'))
		.map(({ name }) => name.replaceAll(' ', '_'));
	expect(tools.map(({ name }) => name).sort()).toEqual(names.sort());
	const byName = new Map(tools.map((tool) => [tool.name, tool]));
	const text = { type: 'string' };
	expect(byName.get('List_leads')?.inputSchema).toMatchObject({
		type: 'object',
		properties: { limit: { type: 'number' }, status: text, email: text, phone: text },
	});
	for (const { name, description } of tools) {
		const node = example.nodes.find((entry) => entry.name.replaceAll(' ', '_') === name);
		expect(description).toBe((node?.parameters as { toolDescription?: string }).toolDescription);
	}
	expect(client.getInstructions()).toMatch(/If a tool fails, do what its message says/);
	expect(client.getInstructions()).toMatch(/text from strangers/);
	expect(sent()).toEqual([]);
});

test('the list of tools is short: about 120 tokens a tool, at 4 bytes a token', async () => {
	const { tools } = await client.listTools();
	const bytes = Buffer.byteLength(JSON.stringify(tools));
	expect(bytes / 4 / tools.length).toBeLessThanOrEqual(120);
});

test('no tool writes: every call of every tool with every argument is a GET', async () => {
	const { tools } = await client.listTools();
	for (const { name, inputSchema } of tools) {
		const fields = Object.entries(inputSchema.properties ?? {}) as Array<
			[string, { type: string }]
		>;
		const values = fields.map(([field, { type }]) => [field, type === 'number' ? 2 : 'interested']);
		await call(name, Object.fromEntries(values) as Record<string, unknown>);
	}
	expect(new Set(server.sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test.each(hostileLeads.map((lead) => [String(lead.leadKey), lead]))(
	'the hostile lead %s is a record between marks',
	async (_key, { firstName, lastName, email, phone }) => {
		const fields = { firstName, lastName, email, phone } as object;
		server.sandbox.addLead({ ...fields, status: 'contacted' });
		const { text, isError } = await call('List_leads', { limit: 50, status: 'contacted' });
		expect(isError).toBe(false);
		const [note, ...records] = JSON.parse(text) as Array<Record<string, unknown>>;
		const mark = /with the mark (\w+)\./.exec(String(note.note))?.[1];
		expect(mark).toMatch(/^[0-9a-f]{8}$/);
		for (const { recordBegins, recordEnds } of records)
			expect([recordBegins, recordEnds]).toEqual([mark, mark]);
		expect(records.at(-1)).toMatchObject(fields);
	},
);

test.each([
	['email', 'ONE@example.com'],
	['phone', '+49 (30) 777'],
])('leads by %s', async (field, value) => {
	server.sandbox.addLead({ email: 'One@example.com', phone: '+4930777', lastName: 'Only One' });
	const { text } = await call('List_leads', { [field]: value });
	expect(text).toContain('Shows 1 of 1 record,');
	expect(text).toContain('Only One');
});

test('reads', async () => {
	const leads = await call('List_leads', { status: 'interested', limit: 2 });
	expect(leads.isError).toBe(false);
	expect(leads.text.match(/"status": ?"interested"/g)).toHaveLength(2);
	expect((await call('List_articles', { limit: 1 })).text).toContain('title');
	expect((await call('List_platforms')).text).toContain('Brightwater Journal');
	expect((await call('Get_token_balance')).text).toContain('totalTokenCount');
	expect(sent()).toEqual([
		['GET', '/agent/lead', 200],
		['GET', '/seo/getArticles', 200],
		['GET', '/seo/getPlatforms', 200],
		['GET', '/billing-token/getTokenBalance', 200],
	]);
});

describe('a create with Retry On Fail', () => {
	const path = 'agent-suite-create';
	const tool = 'Create platform';
	let own: Client;

	beforeAll(async () => {
		const trigger = example.nodes.find(({ type }) => type.endsWith('.mcpTrigger'));
		const like = example.nodes.find(({ name }) => name === 'List leads');
		if (!trigger || !like) throw new Error('The example has no such nodes');
		const address = { webhookId: path, parameters: { ...trigger.parameters, path } };
		await publish({
			...example,
			nodes: [
				{ ...trigger, ...address } as WorkflowNode,
				{ ...like, ...retryOnFail, name: tool, parameters: createTool } as WorkflowNode,
			],
			connections: { [tool]: { ai_tool: [[{ node: trigger.name, type: 'ai_tool', index: 0 }]] } },
		});
		own = await until(async () => await connect(token, path).catch(() => undefined), 'the server');
	});
	afterAll(async () => await own?.close());

	test.each([
		['whose response is a 500', { kind: 'status', status: 500, after: true }],
		['whose response is lost', { kind: 'drop', after: true }],
	] as const)('%s is sent once, and another one is sent', async (first, fault) => {
		server.sandbox.addFault(fault);
		const texts: string[] = [];
		for (const name of [`First ${first}`, 'Shop']) {
			const { content } = await own.callTool({
				name: tool.replaceAll(' ', '_'),
				arguments: { name },
			});
			texts.push(JSON.stringify(content));
		}
		const names = server.sandbox.requests.map(({ body }) => (body as { name: string }).name);
		expect(names.map((name) => name.split(' ')[0])).toEqual(['First', 'Shop']);
		expect(texts[0]).toContain('may still have been processed');
		expect(texts[1]).toContain('plat_new');
	});
});

test('a model reads what happened and what to do', async () => {
	server.sandbox.addFault({ kind: 'status', status: 403 });
	const { text, isError } = await call('List_platforms');
	expect(isError || text.includes('403')).toBe(true);
	expect(text).toMatch(/HTTP 403/);
	expect(sent().map(([, , status]) => status)).toEqual([403]);
});
