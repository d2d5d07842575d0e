/** What n8n shows of the package: to users in the editor, and to an AI that builds workflows. */
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import { leadTable } from '../../nodes/AgentSuite/resources/lead/leadKey';
import { nodeHint, triggerHint } from '../../nodes/AgentSuite/description/builderHint';
import * as events from '../../nodes/AgentSuite/resources/events';
import * as operations from '../../nodes/AgentSuite/resources/operations';
import { upsertCredential } from '../../playground/workflows';
import { working } from '../support/service';
import { withEditor } from '../support/server/installed';
import { startServer, type Server } from '../support/server/server';

let server: Server;
beforeAll(async () => {
	server = await startServer(withEditor);
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
	const address = '/rest/dynamic-node-parameters/resource-locator-results';

	/** The request of the editor for opening the list. */
	const question = () => ({
		methodName: 'searchSeoJobs',
		path: 'parameters.seoJobId',
		nodeTypeAndVersion: { name: type, version: 1 },
		currentNodeParameters: { resource: 'article', operation: 'getBySeoJob' },
		credentials: { agentSuiteApi: server.credential },
	});
	const use = async (accessToken: string) =>
		await upsertCredential(server.rest, { accessToken, baseUrl: server.sandbox.url });

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
		const { results } = await server.rest.post<{ results: unknown[] }>(address, question());
		expect(results).toHaveLength(3);
	});
});

test('icons are served, light and dark', async () => {
	const types = await server.rest.get<INodeTypeDescription[]>('/types/nodes.json');
	const own = types.filter(({ name }) => name.startsWith('n8n-nodes-agent-suite.'));
	expect(own.map(({ name }) => name).sort()).toEqual([type, `${type}Tool`, `${type}Trigger`]);
	for (const { iconUrl } of own as Array<{ iconUrl?: { light: string; dark: string } }>) {
		for (const url of Object.values(iconUrl ?? { none: '' })) {
			// A connection of its own: n8n may just close one that was idle while the long list was parsed.
			const headers = { connection: 'close' };
			const response = await fetch(`${server.n8n.url}/${url}`, { headers });
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
			await response.arrayBuffer();
		}
	}
});

/** Queries n8n's own catalog through n8n's MCP server for external AI. */
async function search(...queries: string[]): Promise<string> {
	await server.rest.patch('/rest/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await server.rest.get<{ apiKey: string }>('/rest/mcp/api-key');
	const call = { name: 'search_nodes', arguments: { queries } };
	const response = await fetch(new URL('/mcp-server/http', server.n8n.url), {
		method: 'POST',
		headers: {
			authorization: `Bearer ${apiKey}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
	});
	const [, data] = /^data: (.*)$/m.exec(await response.text()) ?? [];
	const { result } = JSON.parse(data) as { result: { structuredContent: { results: string } } };
	return result.structuredContent.results;
}

test('an AI that searches for the service finds node and trigger, with cost and related nodes', async () => {
	const found = await search('agent suite', 'leads crm');
	const node = nodeHint(Object.values(operations), leadTable);
	const trigger = triggerHint(Object.values(events), leadTable);
	for (const { searchHint, relatedNodes = [] } of [node, trigger]) {
		expect(found).toContain(`@builderHint ${searchHint}`);
		for (const { nodeType, relationHint } of relatedNodes) {
			expect(found).toContain(`${nodeType}: "${relationHint}"`);
		}
	}
	// The nodes that a hint recommends exist.
	const related = [node, trigger].flatMap(({ relatedNodes = [] }) => relatedNodes);
	const types = await server.rest.get<Array<{ name: string }>>('/types/nodes.json');
	for (const { nodeType } of related) expect(types.map(({ name }) => name)).toContain(nodeType);
});
