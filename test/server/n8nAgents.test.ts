/**
 * n8n's own agents, which n8n 2.41 has beside the AI Agent node. They run a tool outside of a workflow, so each call is an
 * execution of its own to the node. What docs/ai-and-mcp.md says about them is tested here.
 */
import type { Credential } from '../../playground/workflows';
import { startModel, type ModelServer, type Turn } from '../support/server/openai';
import { startServer, type Server } from '../support/server/server';
import { createTool } from '../support/server/tools';
import { createCredential } from '../support/server/workflows';

interface Chunk {
	type: string;
	message?: string;
	delta?: string;
	payload?: { runId: string; toolCallId: string };
	[more: string]: unknown;
}

let server: Server;
let model: ModelServer;
let openAi: Credential;
let agents: string;

beforeAll(async () => {
	model = await startModel();
	server = await startServer();
	const project = await server.rest.get<{ id: string }>('/rest/projects/personal');
	agents = `/rest/projects/${project.id}/agents/v2`;
	const key = { apiKey: 'sk-test-of-the-model', url: model.url };
	openAi = await createCredential(server.rest, 'openAiApi', key);
});
afterAll(async () => {
	await server?.stop();
	await model?.close();
});
beforeEach(() => server.sandbox.reset());

interface Tool {
	name: string;
	parameters: object;
	requireApproval?: boolean;
	credential?: Credential;
}

/** Creates an agent with tools of the package. */
async function createAgent(...tools: Tool[]): Promise<string> {
	const { rest, credential: usual } = server;
	const schema = {
		name: 'Assistant',
		model: 'openai/gpt-4.1-mini',
		credential: openAi.id,
		instructions: 'Help with leads.',
		tools: tools.map(({ name, parameters, requireApproval, credential = usual }) => ({
			type: 'node',
			name,
			description: name,
			requireApproval,
			node: {
				nodeType: 'n8n-nodes-agent-suite.agentSuiteTool',
				nodeTypeVersion: 1,
				nodeParameters: parameters,
				credentials: { agentSuiteApi: { id: credential.id, name: credential.name } },
			},
		})),
	};
	const { id } = await rest.post<{ id: string }>(agents, { name: schema.name, schema });
	return id;
}

/** Posts to the chat of an agent. Resolves with the events of the stream. */
async function post(path: string, body: object): Promise<Chunk[]> {
	const response = await fetch(`${server.n8n.url}${agents}/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', cookie: server.rest.cookie() },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(60_000),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`n8n returned ${response.status}: ${text.slice(0, 300)}`);
	const lines = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, line]) => line);
	return lines.map((line) => JSON.parse(line) as Chunk);
}

const chat = async (agent: string, message: string) => await post(`${agent}/chat`, { message });

const call = (tool: string, args: Record<string, unknown> = {}): Turn => ({
	tool,
	arguments: args,
});
const spent = () => server.sandbox.requests.reduce((sum, { tokens }) => sum + tokens, 0);

const listLeads = {
	resource: 'lead',
	operation: 'getAll',
	filters: { status: "={{ $fromAI('status', 'Status', 'string', '') }}" },
	options: { maxTokens: 5 },
};

test('a tool reads, and Max Tokens counts each call alone', async () => {
	const agent = await createAgent({ name: 'List_leads', parameters: listLeads });
	model.script(
		() => call('List_leads', { status: 'interested' }),
		() => call('List_leads', { status: 'contacted' }),
		() => ({ say: 'Done.' }),
	);
	const chunks = await chat(agent, 'Who is interested?');
	expect(chunks.filter(({ type }) => type === 'error')).toEqual([]);
	const [first] = model.seen.at(-1)?.results ?? [];
	expect(first).toContain('Diego');
	// With the AI Agent node, the second call would exceed the 5 tokens.
	expect(spent()).toBe(10);
	expect(model.seen).toHaveLength(3);
});

test('Daily Token Limit in the credential limits all calls together', async () => {
	const data = {
		accessToken: server.sandbox.tokens.adminSecond,
		baseUrl: server.sandbox.url,
		customLimits: true,
		tokensPerDay: 10,
	};
	const credential = await createCredential(server.rest, 'agentSuiteApi', data);
	const agent = await createAgent({ name: 'List_leads', parameters: listLeads, credential });
	model.script(...Array.from({ length: 3 }, () => () => call('List_leads', {})), () => ({
		say: 'Done.',
	}));
	await chat(agent, 'Who is interested?');
	expect(spent()).toBe(10);
	expect(model.seen.at(-1)?.results.at(-1)).toContain('Daily Token Limit');
});

test('what was created is not remembered: a create whose response is lost can be sent again', async () => {
	const agent = await createAgent({ name: 'Create', parameters: createTool });
	model.script(
		() => call('Create', { name: 'Blog' }),
		() => call('Create', { name: 'Blog' }),
		() => ({ say: 'Done.' }),
	);
	server.sandbox.addFault({ kind: 'drop', after: true });
	await chat(agent, 'Create it');
	expect(server.sandbox.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('requireApproval: nothing is sent until a person approves, and never after a refusal', async () => {
	const parameters = {
		resource: 'whatsApp',
		operation: 'setFirstMessage',
		agentId: "={{ $fromAI('agentId') }}",
		firstMessage: "={{ $fromAI('firstMessage') }}",
	};
	const agent = await createAgent({ name: 'Set_message', parameters, requireApproval: true });
	const args = { agentId: 'agent_sales', firstMessage: 'Hello from an agent' };
	const ask = async (approved: boolean) => {
		model.script(
			() => call('Set_message', args),
			() => ({ say: 'Done.' }),
		);
		const chunks = await chat(agent, 'Set it');
		const waiting = chunks.find(({ type }) => type === 'tool-call-suspended')?.payload;
		if (waiting === undefined) throw new Error(`No question: ${JSON.stringify(chunks)}`);
		expect(server.sandbox.requests).toEqual([]);
		const { runId, toolCallId } = waiting;
		await post(`${agent}/chat/resume`, { runId, toolCallId, resumeData: { approved } });
	};
	await ask(false);
	expect(server.sandbox.requests).toEqual([]);
	await ask(true);
	expect(server.sandbox.requests.map(({ status }) => status)).toEqual([200]);
	expect(server.sandbox.firstMessage('agent_sales')).toBe(args.firstMessage);
});
