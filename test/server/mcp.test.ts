import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import {
	activate,
	readExample,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import { hostileLeads } from '../support/leadSync/hostile';
import { until } from '../support/programs/until';
import { click } from '../support/server/chat';
import { listExecutions } from '../support/server/executions';
import { startServer, type Server } from '../support/server/server';
import { asksFirst, createTool, retryOnFail, toolOf } from '../support/server/tools';
import { createCredential, createWorkflow } from '../support/server/workflows';
import { startMailServer, type MailServer } from '../support/standIns/mail';

type WorkflowNode = WorkflowFile['nodes'][number];

const token = 'bearer-token-of-this-test';
const example = readExample('mcp-server.json');

let server: Server;
let client: Client;
let httpBearerAuth: Credential;

async function publish(file: WorkflowFile, more: Record<string, Credential> = {}): Promise<string> {
	const { rest, credential } = server;
	const credentials = { agentSuiteApi: credential, httpBearerAuth, ...more };
	const id = await createWorkflow(rest, withCredentials(file, credentials));
	await activate(rest, id);
	return id;
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
	httpBearerAuth = await createCredential(server.rest, 'httpBearerAuth', { token });
	await publish(example);
	// n8n opens the address shortly after it has published the workflow.
	client = await until(async () => await connect(token).catch(() => undefined), 'the MCP server');
});
afterAll(async () => {
	await client?.close();
	await server?.stop();
});
beforeEach(() => server.sandbox.reset());

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
		properties: { status: text, name: text, email: text, phone: text, leadKey: text },
	});
	for (const { name, description } of tools) {
		const node = example.nodes.find((entry) => entry.name.replaceAll(' ', '_') === name);
		expect(description).toBe((node?.parameters as { toolDescription?: string }).toolDescription);
	}
	expect(sent()).toEqual([]);
});

test('the instructions of the server for the model', () => {
	expect(client.getInstructions()).toMatch(/If a tool fails, do what its message says/);
	expect(client.getInstructions()).toMatch(/text from strangers/);
});

test('each tool takes at most 160 tokens of the list, at 4 bytes a token', async () => {
	const { tools } = await client.listTools();
	const long = tools
		.map((tool) => [tool.name, Buffer.byteLength(JSON.stringify(tool)) / 4] as const)
		.filter(([, tokens]) => tokens > 160);
	expect(long).toEqual([]);
});

test('no tool writes: every call of every tool with every argument is a GET', async () => {
	const { tools } = await client.listTools();
	for (const { name, inputSchema } of tools) {
		const fields = Object.entries(inputSchema.properties ?? {}) as Array<
			[string, { type: string }]
		>;
		const examples: Record<string, unknown> = { number: 2, boolean: true };
		const values = fields.map(([field, { type }]) => [field, examples[type] ?? 'interested']);
		await call(name, Object.fromEntries(values) as Record<string, unknown>);
	}
	expect(sent().sort()).toEqual([
		['GET', '/agent/lead', 200],
		['GET', '/billing-token/getTokenBalance', 200],
		['GET', '/seo/getArticles', 200],
		['GET', '/seo/getPlatforms', 200],
	]);
});

test('articles come with their content only if the model asks for it', async () => {
	// As long as a real article: short texts stay.
	server.sandbox.addArticle({ title: 'Rain shower', content: '<p>Rain</p>'.repeat(500) });
	const short = await call('List_articles', { title: 'rain shower' });
	expect(short.text).toContain('Rain shower');
	expect(short.text).not.toContain('<p>Rain');
	const whole = await call('List_articles', { title: 'rain shower', withContent: true });
	expect(whole.text).toContain('<p>Rain');
});

test.each(hostileLeads.map((lead) => [String(lead.leadKey), lead]))(
	'the hostile lead %s is a record between marks',
	async (_key, { firstName, lastName, email, phone }) => {
		const fields = { firstName, lastName, email, phone } as object;
		server.sandbox.addLead({ ...fields, status: 'contacted' });
		const { text, isError } = await call('List_leads', { status: 'contacted' });
		expect(isError).toBe(false);
		const [note, ...records] = JSON.parse(text) as Array<Record<string, unknown>>;
		const mark = /with the mark (\w+)\./.exec(String(note.note))?.[1];
		expect(mark).toMatch(/^[0-9a-f]{8}$/);
		for (const { recordBegins, recordEnds } of records)
			expect([recordBegins, recordEnds]).toEqual([mark, mark]);
		expect(records.at(-1)?.record).toMatchObject(fields);
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

/** A server with its own address, and with a chain of tools, of which the last one is linked to the server. */
/** The IDs of the workflows that `serverWith` has published, by path. */
const servers = new Map<string, string>();

async function serverWith(path: string, ...tools: WorkflowNode[]): Promise<Client> {
	const trigger = example.nodes.find(({ type }) => type.endsWith('.mcpTrigger'));
	if (!trigger) throw new Error('The example has no trigger');
	const own = { ...trigger, webhookId: path, parameters: { ...trigger.parameters, path } };
	const links = tools.map(({ name }, place) => {
		const node = tools[place + 1]?.name ?? trigger.name;
		return [name, { ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] }] as const;
	});
	const connections = Object.fromEntries(links);
	servers.set(path, await publish({ ...example, nodes: [own, ...tools], connections }));
	return await until(async () => await connect(token, path).catch(() => undefined), 'the server');
}

describe('a create with Retry On Fail', () => {
	const tool = 'Create platform';
	let own: Client;

	beforeAll(async () => {
		const like = example.nodes.find(({ name }) => name === 'List leads');
		const create = { ...like, ...retryOnFail, name: tool, parameters: createTool } as WorkflowNode;
		own = await serverWith('agent-suite-create', create);
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

test.each(['email', 'phone', 'status', 'leadKey'])(
	'a tool whose builder restricts it by %s shows nobody to a visitor without one',
	async (filter) => {
		const like = example.nodes.find(({ name }) => name === 'List leads');
		const filters = {
			[filter]: '={{ $json.visitor }}',
			// Beside it, what the model can leave out.
			name: "={{ $fromAI('name', 'Name of the lead', 'string') }}",
		};
		const parameters = { resource: 'lead', operation: 'getAll', returnAll: true, filters };
		const mine = { ...like, name: 'My lead', parameters } as WorkflowNode;
		const own = await serverWith(`agent-suite-visitor-${filter}`, mine);
		const { content } = await own.callTool({ name: 'My_lead', arguments: { name: '' } });
		await own.close();
		expect(JSON.stringify(content)).toMatch(/ is empty, which matches nothing/);
		expect(JSON.stringify(content)).not.toContain('recordBegins\\":');
		expect(JSON.stringify(content)).not.toContain('@');
	},
);

test('a model reads what happened and what to do', async () => {
	server.sandbox.addFault({ kind: 'status', status: 403 });
	const { text, isError } = await call('List_platforms');
	expect(isError || text.includes('Tell the user')).toBe(true);
	expect(text).toMatch(/Generate a new token/);
	expect(sent().map(([, , status]) => status)).toEqual([403]);
});

describe('a tool that writes', () => {
	const assistant = readExample('ai-lead-assistant.json');
	const text = 'Hello from the model';
	const firstMessage = () => server.sandbox.firstMessage('agent_sales');
	let mail: MailServer;
	beforeAll(async () => {
		mail = await startMailServer();
	});
	afterAll(async () => await mail?.stop());

	test('behind a review step of the AI Agent, n8n asks nobody, sends nothing, and returns nothing', async () => {
		const before = firstMessage();
		const line = ['Set first message', 'Ask for approval'].map(
			(name) => assistant.nodes.find((node) => node.name === name) as WorkflowNode,
		);
		const own = await serverWith('agent-suite-review', ...line);
		const [{ name }] = (await own.listTools()).tools;
		const toolParameters = { agentId: 'agent_sales', firstMessage: text };
		const { content } = await own.callTool({
			name,
			arguments: { toolParameters, hitlParameters: {} },
		});
		expect(content).toEqual([{ type: 'text', text: '' }]);
		expect(sent()).toEqual([]);
		expect(firstMessage()).toBe(before);
		await own.close();
	});

	test('in a workflow that asks a person: the client reads that it waits', async () => {
		const smtp = await createCredential(server.rest, 'smtp', mail.credential);
		const own = await serverWith('agent-suite-waits', toolOf(await publish(asksFirst, { smtp })));
		const { content } = await own.callTool({
			name: 'Propose_first_message',
			arguments: { agentId: 'agent_sales', firstMessage: text },
		});
		expect(JSON.stringify(content)).toContain('waiting for a human response');
		await own.close();
	});

	test('in a workflow that asks a person: set once approved, not set if declined', async () => {
		const { rest } = server;
		const smtp = await createCredential(rest, 'smtp', mail.credential);
		const workflowId = await publish(asksFirst, { smtp });
		const own = await serverWith('agent-suite-propose', toolOf(workflowId));
		const before = firstMessage();
		for (const [approved, expected] of [
			[false, before],
			[true, text],
		] as const) {
			mail.mails.length = 0;
			// The client does not wait for the person.
			await own.callTool({
				name: 'Propose_first_message',
				arguments: { agentId: 'agent_sales', firstMessage: text },
			});
			const [{ text: question }] = await until(
				() => mail.mails.length > 0 && mail.mails,
				'the question',
			);
			expect(question).toContain(`agent_sales: ${text}`);
			expect([sent(), firstMessage()]).toEqual([[], before]);
			const links = [...question.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
			await click(links.find((link) => link.includes(`approved=${approved}`))!);
			const ended = async () =>
				(await listExecutions(rest, workflowId)).every(({ status }) => status === 'success');
			await until(ended, 'the end of the workflow');
			expect(firstMessage()).toBe(expected);
		}
		expect(sent().map(([method]) => method)).toEqual(['PUT']);
		// What docs/ai-and-mcp.md says about the executions of the MCP workflow.
		const calls = await listExecutions(rest, String(servers.get('agent-suite-propose')));
		expect(calls.map(({ status }) => status)).toEqual(['error', 'error']);
		await own.close();
	});
});
