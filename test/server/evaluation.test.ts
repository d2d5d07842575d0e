/** The questions of a data table, as n8n's editor asks them one after another. */
import type { IDataObject } from 'n8n-workflow';

import { readTable, type Row } from '../../playground/tables';
import { readExample, withCredentials } from '../../playground/workflows';
import { until } from '../support/programs/until';
import { listExecutions } from '../support/server/executions';
import { startModel, type ModelServer } from '../support/server/openai';
import { describeOf } from '../support/server/runsHere';
import { startServer, type Server } from '../support/server/server';
import { unflatten } from '../support/server/unflatten';
import { createCredential, createWorkflow, withChoices } from '../support/server/workflows';

const file = 'ai-lead-evaluation.json';
const trigger = 'When fetching a dataset row';
const questions = [
	{ question: 'Who is interested?', expected: 'Diego, Rahul, Jonas' },
	{ question: 'What is the status of Kwame Mensah?', expected: 'contacted' },
	{ question: 'Which leads are from Mars?', expected: 'none' },
];

describeOf(file)(file, () => {
	let server: Server;
	let model: ModelServer;
	beforeAll(async () => {
		model = await startModel();
		server = await startServer();
	});
	afterAll(async () => {
		await server?.stop();
		await model?.close();
	});

	/** Creates the data table with the questions. @returns its ID */
	async function createTable(): Promise<string> {
		const project = await server.rest.get<{ id: string }>('/rest/projects/personal');
		const tables = `/rest/projects/${project.id}/data-tables`;
		const columns = ['question', 'expected'].map((name) => ({ name, type: 'string' }));
		const { id } = await server.rest.post<{ id: string }>(tables, { name: 'Questions', columns });
		await server.rest.post(`${tables}/${id}/insert`, { data: questions, returnType: 'count' });
		return id;
	}

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
		const table = { __rl: true, mode: 'id', value: await createTable() };
		const choices = { [trigger]: { dataTableId: table }, 'Write result': { dataTableId: table } };
		const openAiApi = await createCredential(server.rest, 'openAiApi', {
			apiKey: 'sk-test-of-the-model',
			url: model.url,
		});
		const credentials = { agentSuiteApi: server.credential, openAiApi };
		const recipe = withCredentials(withChoices(readExample(file), choices), credentials);
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
