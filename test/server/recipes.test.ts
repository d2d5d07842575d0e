import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	examplesFolder,
	readExample,
	withAgentSuiteCredential,
	withCredentials,
	type Credential,
} from '../../playground/workflows';
import type { RecordedRequest } from '../../sandbox';
import { readTable, type Row } from '../../playground/tables';
import { until } from '../support/programs/until';
import { listExecutions, runFrom } from '../support/server/executions';
import { startModel, type ModelServer } from '../support/server/openai';
import { describeOf } from '../support/server/runsHere';
import { startServer, type Server } from '../support/server/server';
import { unflatten } from '../support/server/unflatten';
import { createCredential, createWorkflow, withChoices } from '../support/server/workflows';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());
beforeEach(() => server.sandbox.reset());

/** Imports an example with a credential, and changed parameters for some of its nodes. */
async function imported(
	file: string,
	parameters: Record<string, object> = {},
	credential: Credential = server.credential,
): Promise<string> {
	const example = withChoices(readExample(file), parameters);
	return await createWorkflow(server.rest, withAgentSuiteCredential(example, credential));
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

async function otherAccount(): Promise<Credential> {
	const data = { accessToken: server.sandbox.tokens.otherOrg, baseUrl: server.sandbox.url };
	return await createCredential(server.rest, 'agentSuiteApi', data);
}

describeOf('snippet-from-table.json')('snippet-from-table.json', () => {
	const start = 'Every morning';

	const createHours = async (name: string, rows: object[]) =>
		await createTable(name, ['day', 'hours'], rows);

	const update = (content: string, snippet = 'snip_hours', status = 200) => ({
		method: 'PUT',
		path: `/agent/connector/snippet/${snippet}`,
		body: { content },
		status,
		tokens: status === 200 ? 5 : 0,
	});
	const rows = [
		{ day: 'Monday', hours: '9 to 18' },
		{ day: 'Sunday', hours: null },
	];
	const text = 'Our opening hours:\nMonday: 9 to 18\nSunday: closed';

	test('the rows are written to the snippet in one request, also after a failure', async () => {
		const id = await imported('snippet-from-table.json', {
			'Get rows': { dataTableId: await createHours('Hours', rows) },
			'Update snippet': { snippetId: 'snip_hours' },
		});
		expect(await runFrom(server.rest, id, start)).toMatchObject({ status: 'success' });
		expect(asked()).toEqual([update(text)]);
		server.sandbox.addFault({ kind: 'status', status: 500 });
		expect(await runFrom(server.rest, id, start)).toMatchObject({ status: 'success' });
		expect(asked()).toEqual([update(text, 'snip_hours', 500), update(text)]);
	});

	test('imported twice for two organizations: each writes its own table', async () => {
		const parameters = async (name: string, monday: string, snippetId: string) => ({
			'Get rows': { dataTableId: await createHours(name, [{ day: 'Monday', hours: monday }]) },
			'Update snippet': { snippetId },
		});
		const file = 'snippet-from-table.json';
		const first = await imported(file, await parameters('First', '8 to 12', 'snip_hours'));
		const other = await parameters('Second', '10 to 14', 'snip_nl_intro');
		const second = await imported(file, other, await otherAccount());
		await runFrom(server.rest, first, start);
		await runFrom(server.rest, second, start);
		expect(asked().map(({ path, body }) => [path, body])).toEqual([
			['/agent/connector/snippet/snip_hours', { content: 'Our opening hours:\nMonday: 8 to 12' }],
			[
				'/agent/connector/snippet/snip_nl_intro',
				{ content: 'Our opening hours:\nMonday: 10 to 14' },
			],
		]);
	});
});

/** A data table with these text columns and rows, as a user creates it. */
async function createTable(name: string, columns: string[], rows: object[]): Promise<object> {
	const project = await server.rest.get<{ id: string }>('/rest/projects/personal');
	const tables = `/rest/projects/${project.id}/data-tables`;
	const typed = columns.map((title) => ({ name: title, type: 'string' }));
	const { id } = await server.rest.post<{ id: string }>(tables, { name, columns: typed });
	if (rows.length > 0)
		await server.rest.post(`${tables}/${id}/insert`, { data: rows, returnType: 'count' });
	return { __rl: true, mode: 'list', value: id };
}

describeOf('first-messages-from-table.json')('first-messages-from-table.json', () => {
	const file = 'first-messages-from-table.json';
	const columns = ['agentId', 'message'];
	const message = 'Happy <b>holidays</b> & {{firstName}}!\nWe are back on January 3.';
	const fromRow = (keyValue: string, dataTableId: object) => ({
		dataTableId,
		filters: { conditions: [{ keyName: 'id', condition: 'gte', keyValue }] },
	});
	const report = ({ outputs }: { outputs: Record<string, unknown[]> }) => outputs.Report[0];

	test('each agent gets the message of its row, and the report lists the others', async () => {
		const rows = [
			{ agentId: 'agent_sales', message },
			{ agentId: 'agent_gone', message: 'For nobody' },
			{ agentId: 'agent_reception', message: 'Welcome!' },
		];
		const table = await createTable('Messages', columns, rows);
		const id = await imported(file, { 'Get rows': fromRow('1', table) });
		const run = await runFrom(server.rest, id, 'Start');
		expect(run).toMatchObject({ status: 'success' });
		expect(asked().map(({ body, status }) => [body, status])).toEqual(
			rows.map(({ agentId, message: text }) => [
				{ agent_id: agentId, first_message: text },
				agentId === 'agent_gone' ? 404 : 200,
			]),
		);
		expect(server.sandbox.firstMessage('agent_sales')).toBe(message);
		const error = expect.stringContaining('Agent not found') as string;
		const failed = [{ row: 2, agentId: 'agent_gone', error }];
		expect(report(run)).toEqual({ set: 2, of: 3, continueFromRow: null, failed });
	});

	test('Max Tokens stops a run, the report names the row, and the next run continues there', async () => {
		const rows = ['One', 'Two', 'Three', 'Four'].map((text) => ({
			agentId: 'agent_sales',
			message: text,
		}));
		const table = await createTable('Many messages', columns, rows);
		const limited = { 'Set first message': { options: { maxTokens: 10 } } };
		const id = await imported(file, { ...limited, 'Get rows': fromRow('1', table) });
		const first = await runFrom(server.rest, id, 'Start');
		expect(asked().map(({ status }) => status)).toEqual([200, 200]);
		expect(report(first)).toMatchObject({ set: 2, of: 4, continueFromRow: 3 });
		const second = await imported(file, { ...limited, 'Get rows': fromRow('3', table) });
		const rest = await runFrom(server.rest, second, 'Start');
		const texts = asked().map(({ body }) => (body as { first_message: string }).first_message);
		expect(texts).toEqual(['Three', 'Four']);
		expect(report(rest)).toEqual({ set: 2, of: 2, continueFromRow: null, failed: [] });
	});

	test('as it is in the file, it stops after the number of rows that its note says', () => {
		const { nodes } = readExample(file);
		const { options } = nodes.find(({ name }) => name === 'Set first message')?.parameters as {
			options: { maxTokens: number };
		};
		const rows = options.maxTokens / 5;
		const note = JSON.stringify(nodes[0].parameters);
		expect(note).toContain(`after ${options.maxTokens} tokens: ${rows} rows`);
	});
});

/** The questions of a data table, as n8n's editor asks them one after another. */
describeOf('ai-lead-evaluation.json')('ai-lead-evaluation.json', () => {
	const trigger = 'When fetching a dataset row';
	const questions = [
		{ question: 'Who is interested?', expected: 'Diego, Rahul, Jonas' },
		{ question: 'What is the status of Kwame Mensah?', expected: 'contacted' },
		{ question: 'Which leads are from Mars?', expected: 'none' },
	];
	let model: ModelServer;
	beforeAll(async () => {
		model = await startModel();
	});
	afterAll(async () => await model?.close());

	interface Stored {
		resultData: {
			runData: Record<string, Array<{ data: { main: Array<Array<{ json: IDataObject }>> } }>>;
			error?: { message: string };
		};
	}

	/** Runs the workflow for the row after the given one, as the editor does. @returns the data of the trigger */
	async function runNext(id: string, previous?: object) {
		const { executionId } = await server.rest.post<{ executionId: string }>(
			`/rest/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger, ...(previous && { data: previous }) } },
		);
		const ended = async () =>
			(await listExecutions(server.rest, id)).find(
				(one) => one.id === executionId && !['new', 'running'].includes(one.status),
			);
		const { status } = await until(ended, 'the end', 60_000);
		const { data } = await server.rest.get<{ data: string }>(`/rest/executions/${executionId}`);
		const { resultData } = unflatten(data) as Stored;
		expect({ status, error: resultData.error?.message }).toEqual({ status: 'success' });
		return resultData.runData[trigger][0];
	}

	test('each question is asked once, and its row says whether the answer is the expected one', async () => {
		const table = await createTable('Questions', ['question', 'expected'], questions);
		const choices = { [trigger]: { dataTableId: table }, 'Write result': { dataTableId: table } };
		const openAiApi = await createCredential(server.rest, 'openAiApi', {
			apiKey: 'sk-test-of-the-model',
			url: model.url,
		});
		const credentials = { agentSuiteApi: server.credential, openAiApi };
		const recipe = withCredentials(
			withChoices(readExample('ai-lead-evaluation.json'), choices),
			credentials,
		);
		const id = await createWorkflow(server.rest, recipe);
		const namesIn = (result: string) =>
			[...result.matchAll(/"firstName":"(\w+)"/g)].map(([, name]) => name).join(', ');
		model.script(
			() => ({ tool: 'List_leads', arguments: { status: 'interested' } }),
			({ results }) => ({ say: `These: ${namesIn(results[0])}.` }),
			() => ({ tool: 'List_leads', arguments: { name: 'Kwame Mensah' } }),
			({ results }) => ({ say: /"status":"([^"]+)"/.exec(results[0])?.[1] ?? '' }),
			() => ({ say: 'Marvin is.' }),
		);
		let previous = await runNext(id);
		let rows = 1;
		while (Number(previous.data.main[0][0].json._rowsLeft) > 0) {
			previous = await runNext(id, previous);
			rows++;
		}
		expect(rows).toBe(questions.length);
		const found = await readTable<Row & IDataObject>(server.rest, 'Questions');
		expect(found.map(({ question, answer, passed }) => ({ question, answer, passed }))).toEqual([
			{ question: questions[0].question, answer: 'These: Diego, Rahul, Jonas.', passed: true },
			{ question: questions[1].question, answer: 'contacted', passed: true },
			{ question: questions[2].question, answer: 'Marvin is.', passed: false },
		]);
		const tokens = server.sandbox.requests.map((request) => request.tokens);
		expect(tokens.filter((each) => each > 0)).toEqual([5, 5]);
	});
});

test('n8n imports a recipe from a URL, as from the address in the README', async () => {
	const file = 'lead-sync.json';
	const text = readFileSync(join(examplesFolder, file), 'utf8');
	const web = createServer((_request, response) => response.end(text));
	await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
	const { port } = web.address() as AddressInfo;
	const url = encodeURIComponent(`http://127.0.0.1:${port}/v1/examples/${file}`);
	const project = await server.rest.get<{ id: string }>('/rest/projects/personal');
	const found = await server.rest.get<object>(
		`/rest/workflows/from-url?url=${url}&projectId=${project.id}`,
	);
	web.close();
	const { nodes, connections } = readExample(file);
	expect(found).toMatchObject({ nodes, connections });
});
