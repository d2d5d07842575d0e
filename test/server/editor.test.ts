import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import { upsertCredential } from '../../playground/workflows';
import { working } from '../support/service';
import { startServer, type Server } from '../support/server/server';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());

const type = 'n8n-nodes-agent-suite.agentSuite';

/** The address from which the editor loads a node's output schema (n8n-editor-ui, `getSchemaPreview`). */
async function schemaOf(node: string, ...place: string[]): Promise<IDataObject | undefined> {
	const path = ['schemas', node, '1.0.0', ...place].join('/');
	const response = await fetch(`${server.n8n.url}/${path}.json`);
	return response.ok ? ((await response.json()) as IDataObject) : undefined;
}

describe('output schemas, where the editor loads them', () => {
	test.each(Object.keys(working))('%s, as a node and as a tool', async (id) => {
		const [resource, operation] = id.split('.');
		const schema = await schemaOf(type, resource, operation);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys(schema?.properties as IDataObject).length).toBeGreaterThan(1);
		expect(await schemaOf(`${type}Tool`, resource, operation)).toEqual(schema);
	});

	test('none for another operation, and none for the trigger: the editor shows none', async () => {
		expect(await schemaOf(type, 'lead', 'remove')).toBeUndefined();
		expect(await schemaOf(`${type}Trigger`)).toBeUndefined();
	});
});

describe('the list of SEO jobs', () => {
	interface List {
		results: Array<{ name: string; value: string }>;
	}

	const address = '/rest/dynamic-node-parameters/resource-locator-results';

	/** The request of the editor for opening or searching the list. */
	const question = (filter?: string) => ({
		methodName: 'searchSeoJobs',
		path: 'parameters.seoJobId',
		nodeTypeAndVersion: { name: type, version: 1 },
		currentNodeParameters: { resource: 'article', operation: 'getBySeoJob' },
		credentials: { agentSuiteApi: server.credential },
		...(filter && { filter }),
	});
	const open = async (filter?: string) => await server.rest.post<List>(address, question(filter));
	const use = async (accessToken: string) =>
		await upsertCredential(server.rest, { accessToken, baseUrl: server.sandbox.url });

	test('costs one request, however often it is opened and searched', async () => {
		server.sandbox.clearRequests();
		const [all, found] = [await open(), await open('hallway')];
		expect(all.results.map(({ value }) => value)).toEqual([
			'seo_job_4618',
			'seo_job_4502',
			'seo_job_4417',
		]);
		expect(found.results).toEqual([
			{
				name: 'Seven ways to light a narrow… (seo_job_4618, 2 articles)',
				value: 'seo_job_4618',
			},
		]);
		expect(server.sandbox.requests.map(({ path }) => path)).toEqual(['/seo/getArticles']);
	});

	test('explains a failure and what to do, and works again afterwards', async () => {
		const { admin, revoked } = server.sandbox.tokens;
		await use(revoked);
		// n8n also sends the description, and the editor shows it below the message.
		const refused = await fetch(`${server.n8n.url}${address}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', cookie: server.rest.cookie() },
			body: JSON.stringify(question()),
		});
		expect(await refused.json()).toMatchObject({
			message: expect.stringMatching(/access token is missing or invalid/),
			description: expect.stringMatching(/Generate a token/),
		});
		await use(admin);
		expect((await open()).results).toHaveLength(3);
	});
});

test('icons are served, light and dark', async () => {
	const types = await server.rest.get<INodeTypeDescription[]>('/types/nodes.json');
	const own = types.filter(({ name }) => name.startsWith('n8n-nodes-agent-suite.'));
	expect(own.map(({ name }) => name).sort()).toEqual([type, `${type}Tool`, `${type}Trigger`]);
	for (const { iconUrl } of own as Array<{ iconUrl?: { light: string; dark: string } }>) {
		for (const url of Object.values(iconUrl ?? { none: '' })) {
			const response = await fetch(`${server.n8n.url}/${url}`);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	}
});
