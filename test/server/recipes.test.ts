import { activate, readExample, withCredential, type Credential } from '../../playground/workflows';
import type { RecordedRequest } from '../../sandbox';
import { until } from '../support/programs/until';
import { listExecutions, runFrom } from '../support/server/executions';
import { startServer, type Server } from '../support/server/server';
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
	return await createWorkflow(server.rest, withCredential(example, credential));
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

describe('snippet-from-table.json', () => {
	const start = 'Every morning';

	/** A data table with these rows, as a user creates it. */
	async function createTable(name: string, rows: object[]): Promise<object> {
		const project = await server.rest.get<{ id: string }>('/rest/projects/personal');
		const tables = `/rest/projects/${project.id}/data-tables`;
		const columns = ['day', 'hours'].map((title) => ({ name: title, type: 'string' }));
		const { id } = await server.rest.post<{ id: string }>(tables, { name, columns });
		await server.rest.post(`${tables}/${id}/insert`, { data: rows });
		return { __rl: true, mode: 'list', value: id };
	}

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
			'Get rows': { dataTableId: await createTable('Hours', rows) },
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
			'Get rows': { dataTableId: await createTable(name, [{ day: 'Monday', hours: monday }]) },
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

describe('seasonal-first-message.json', () => {
	const message = 'Happy <b>holidays</b> & {{firstName}}!\nWe are back on January 3.';
	let id: string;
	let address: string;

	beforeAll(async () => {
		id = await imported('seasonal-first-message.json');
		const { nodes } = await server.rest.get<{
			nodes: Array<{ type: string; webhookId?: string }>;
		}>(`/rest/workflows/${id}`);
		const form = nodes.find(({ type }) => type.endsWith('.formTrigger'));
		await activate(server.rest, id);
		address = `${server.n8n.url}/form/${form?.webhookId}`;
		// n8n opens the address shortly after it has published the workflow.
		await until(async () => (await fetch(address)).ok, 'the form');
	});

	// n8n does not respond while the execution is on its way to the next page.
	const soon = () => AbortSignal.timeout(5000);
	const submit = async (url: string, ...values: string[]) => {
		const body = new FormData();
		for (const [place, value] of values.entries()) body.set(`field-${place}`, value);
		return await fetch(url, { method: 'POST', body, signal: soon() });
	};
	/** Fills in the first page. Resolves with the address of the second one. */
	const firstPage = async (...agentIds: string[]) => {
		const response = await submit(address, message, agentIds.join('\n'));
		const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
		return new URL(formWaitingUrl, server.n8n.url).href;
	};
	const pageText = async (url: string) =>
		await fetch(url, { signal: soon() }).then(
			async (response) => await response.text(),
			() => '',
		);
	/** Waits until a page contains a text. */
	const showing = async (url: string, part: string | RegExp) =>
		await until(
			async () => {
				const shown = await pageText(url);
				return (typeof part === 'string' ? shown.includes(part) : part.test(shown)) && shown;
			},
			`a page with ${String(part)}`,
		);

	const ended = async () => {
		const last = async () => (await listExecutions(server.rest, id)).at(-1)?.status;
		await until(async () => (await last()) === 'success', 'the end of the execution');
	};

	test('it asks first, and nothing is sent without a confirmation', async () => {
		const page = await firstPage('agent_sales', 'agent_reception', 'agent_sales');
		const shown = await showing(page, 'cannot be restored');
		expect(shown).toContain('the first message of 2 agents');
		expect(shown).toContain('agent_sales, agent_reception');
		// A browser does not send the page without a selection. Others do.
		await submit(page, '');
		await ended();
		expect(asked()).toEqual([]);
	});

	test('after the confirmation each agent gets the message, and the others are listed', async () => {
		const page = await firstPage('agent_sales', 'agent_gone', 'agent_reception');
		await showing(page, 'cannot be restored');
		expect(asked()).toEqual([]);
		await submit(page, 'Yes, replace them');
		const shown = await showing(page, '2 of 3 agents');
		expect(asked().map(({ body, status }) => [body, status])).toEqual(
			['agent_sales', 'agent_gone', 'agent_reception'].map((agentId) => [
				{ agent_id: agentId, first_message: message },
				agentId === 'agent_gone' ? 404 : 200,
			]),
		);
		expect(shown).toMatch(/agent_gone: .*404/);
		expect(server.sandbox.firstMessage('agent_sales')).toBe(message);
	});
});
