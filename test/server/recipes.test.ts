import { join } from 'node:path';

import { readJson } from '../../playground/files';
import { readTable, tablePath, type Row } from '../../playground/tables';
import {
	examplesFolder,
	withCredential,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import type { RecordedRequest } from '../../sandbox';
import { withoutLimits } from '../support/credential';
import { createWorkflow, runFrom, type Run } from '../support/server/runs';
import { startServer, type Server } from '../support/server/server';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());
beforeEach(() => server.sandbox.reset());

type Parameters = Record<string, Record<string, unknown>>;

/** An example with credentials, and changed parameters for some of its nodes. */
async function imported(
	file: string,
	parameters: Parameters = {},
	credential: Credential = server.credential,
): Promise<string> {
	const example = withCredential(readJson<WorkflowFile>(join(examplesFolder, file)), credential);
	for (const name of Object.keys(parameters)) {
		expect(example.nodes.map((node) => node.name)).toContain(name);
	}
	const nodes = example.nodes.map((node) => ({
		...node,
		parameters: { ...(node as { parameters?: object }).parameters, ...parameters[node.name] },
	}));
	return await createWorkflow(server.rest, { ...example, nodes });
}

/** The requests since the last call, without what n8n adds. */
function asked(): Array<Pick<RecordedRequest, 'method' | 'path' | 'body' | 'status' | 'tokens'>> {
	const seen = server.sandbox.requests.map(({ method, path, body, status, tokens }) => ({
		method,
		path,
		body,
		status,
		tokens,
	}));
	server.sandbox.clearRequests();
	return seen;
}

describe('snippet-from-table.json', () => {
	const start = 'Run manually';
	const hours = 'Opening hours';
	let id: string;
	const run = async () => {
		const { status, outputs } = await runFrom(server.rest, id, start);
		expect(status).toBe('success');
		return outputs;
	};
	const change = async (day: string, text: string) => {
		const data = { hours: text };
		const filters = [{ columnName: 'day', condition: 'eq', value: day }];
		const filter = { type: 'and', filters };
		await server.rest.patch(`${await tablePath(server.rest, hours)}/rows`, { filter, data });
	};
	const update = (content: string) => ({
		method: 'PUT',
		path: '/agent/connector/snippet/snip_hours',
		body: { content },
		status: 200,
		tokens: 5,
	});
	const remembered = async () =>
		(
			await readTable<Row & { snippetId: string; content: string }>(server.rest, 'Sent snippets')
		).map(({ snippetId, content }) => [snippetId, content]);
	const text = (monday: string) => `Our opening hours:\nMonday: ${monday}\nSunday: closed`;

	beforeAll(async () => {
		id = await imported('snippet-from-table.json');
	});

	test('the first run creates the tables, and sends nothing while they are empty', async () => {
		await run();
		expect(await tablePath(server.rest, hours)).toBeDefined();
		await run();
		expect(asked()).toEqual([]);
		expect(await remembered()).toEqual([]);
	});

	test('the rows are written to the snippet in one request', async () => {
		const rows = [
			{ day: 'Monday', hours: '9 to 18' },
			{ day: 'Sunday', hours: null },
		];
		await server.rest.post(`${await tablePath(server.rest, hours)}/insert`, { data: rows });
		await run();
		expect(asked()).toEqual([update(text('9 to 18'))]);
		expect(await remembered()).toEqual([['snip_hours', text('9 to 18')]]);
	});

	test('the same table again sends nothing, whichever trigger runs it', async () => {
		await run();
		const { status } = await runFrom(server.rest, id, 'Every 15 minutes');
		expect(status).toBe('success');
		expect(asked()).toEqual([]);
	});

	test('a changed row is one request, and so is changing it back', async () => {
		await change('Monday', '10 to 16');
		await run();
		await run();
		expect(asked()).toEqual([update(text('10 to 16'))]);
		await change('Monday', '9 to 18');
		await run();
		expect(asked()).toEqual([update(text('9 to 18'))]);
		expect(await remembered()).toEqual([['snip_hours', text('9 to 18')]]);
	});

	test('the next run retries a text that was not accepted', async () => {
		await change('Monday', 'noon to 18');
		server.sandbox.addFault({ kind: 'status', status: 500 });
		const failed = await runFrom(server.rest, id, start);
		expect(failed.status).toBe('error');
		expect(await remembered()).toEqual([['snip_hours', text('9 to 18')]]);
		await run();
		expect(asked().map(({ status }) => status)).toEqual([500, 200]);
		expect(await remembered()).toEqual([['snip_hours', text('noon to 18')]]);
	});
});

describe('seasonal-first-message.json', () => {
	const firstMessage = 'We are on holiday until Monday.';
	const runWith = async (agents: string[], credential?: Credential): Promise<Run['outputs']> => {
		const field = (name: string, type: string, value: string) => ({ id: name, name, type, value });
		const assignments = [
			field('firstMessage', 'string', firstMessage),
			field('agentId', 'array', JSON.stringify(agents)),
		];
		const parameters = { 'Message and agents': { assignments: { assignments } } };
		const id = await imported('seasonal-first-message.json', parameters, credential);
		const { status, outputs } = await runFrom(server.rest, id, 'Run manually');
		expect(status).toBe('success');
		return outputs;
	};
	const bodies = (requests: ReturnType<typeof asked>) => requests.map(({ body }) => body);

	test('one request per agent, in the order of the list', async () => {
		const agents = server.sandbox.agentIds;
		expect(agents.length).toBeGreaterThan(1);
		const outputs = await runWith(agents);
		const requests = asked();
		expect(bodies(requests)).toEqual(
			agents.map((agent) => ({ agent_id: agent, first_message: firstMessage })),
		);
		expect(requests.every(({ method, status }) => method === 'PUT' && status === 200)).toBe(true);
		for (const agent of agents) expect(server.sandbox.firstMessage(agent)).toBe(firstMessage);
		const message = 'WhatsApp first message updated';
		expect(outputs['List of successes'][0]).toEqual(
			agents.map((agentId) => ({ agentId, result: message })),
		);
		expect(outputs['List of failures']).toBeUndefined();
	});

	test('an unknown agent is listed with the next step, and the others are done', async () => {
		const [first, second] = server.sandbox.agentIds;
		const outputs = await runWith([first, 'agent_gone', second, '']);
		expect(bodies(asked())).toEqual(
			[first, 'agent_gone', second].map((agent) => ({
				agent_id: agent,
				first_message: firstMessage,
			})),
		);
		expect(outputs['List of successes'][0].map(({ agentId }) => agentId)).toEqual([first, second]);
		expect(outputs['List of failures'][0]).toEqual([
			{
				agentId: 'agent_gone',
				whatHappened: expect.stringMatching(/404.*Agent not found/) as string,
				whatToDo: expect.stringContaining('Copy the agent ID from the dashboard') as string,
			},
			{
				agentId: '',
				whatHappened: expect.stringContaining("'Agent ID' is empty") as string,
				whatToDo: expect.stringContaining('Enter a value') as string,
			},
		]);
	});

	test('a refusal for the rate limit is waited out, and every agent gets the message', async () => {
		const agents = server.sandbox.agentIds;
		server.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, match: { nth: 2 } });
		const outputs = await runWith(agents);
		expect(asked().map(({ status }) => status)).toEqual([200, 429, 200]);
		expect(outputs['List of successes'][0]).toHaveLength(agents.length);
	});

	test('messages above Max Tokens are listed, and not sent', async () => {
		const { rest, sandbox } = server;
		sandbox.setBalance(1000);
		sandbox.setLimits({ minute: 0 });
		// 500 tokens are 100 requests. It uses another token without limits, so that other tests do not wait for it.
		const data = {
			accessToken: sandbox.tokens.adminSecond,
			baseUrl: sandbox.url,
			...withoutLimits,
		};
		const body = { name: 'Without limits', type: 'agentSuiteApi', data };
		const credential = await rest.post<Credential>('/rest/credentials', body);
		const [agent] = sandbox.agentIds;
		const outputs = await runWith(
			Array.from({ length: 101 }, () => agent),
			credential,
		);
		expect(asked()).toHaveLength(100);
		expect(outputs['List of successes'][0]).toHaveLength(100);
		const [failure, ...others] = outputs['List of failures'][0];
		expect(others).toEqual([]);
		expect(failure.whatHappened).toContain("'Max Tokens' would be exceeded");
	});
});
