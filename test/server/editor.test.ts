/** What n8n shows of the package: to users in the editor, to an AI that builds workflows, and to a collector of traces. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import { nodeHint, triggerHint } from '../../nodes/AgentSuite/description/builderHint';
import * as events from '../../nodes/AgentSuite/resources/events';
import * as operations from '../../nodes/AgentSuite/resources/operations';
import { upsertCredential } from '../../playground/workflows';
import { working } from '../support/service';
import { until } from '../support/programs/until';
import { runFrom } from '../support/server/executions';
import { withEditor } from '../support/server/installed';
import { startServer, type Server } from '../support/server/server';
import { unflatten } from '../support/server/unflatten';
import { createChain, operationNode } from '../support/server/workflows';

let collector: HttpServer;
let server: Server;
/** What n8n has exported, in the binary form of the protocol, in which texts are readable. */
let exported = '';

beforeAll(async () => {
	collector = createServer((request, response) => {
		void buffer(request).then((body) => {
			exported += body.toString('latin1');
			response.end();
		});
	});
	await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
	const { port } = collector.address() as AddressInfo;
	server = await startServer({
		...withEditor,
		N8N_OTEL_ENABLED: 'true',
		N8N_OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
		N8N_OTEL_TRACES_PRODUCTION_ONLY: 'false',
	});
});
afterAll(async () => {
	await server?.stop();
	collector?.close();
});

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
	const node = nodeHint(Object.values(operations));
	const trigger = triggerHint(Object.values(events));
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

interface Stored {
	resultData: { runData: Record<string, Array<{ metadata?: { tracing?: object } }>> };
}

test('the span of the node arrives, and its execution stores what it has cost', async () => {
	const node = operationNode('lead.getAll', server.credential);
	const id = await createChain(server.rest, 'Traced', [node]);
	const execution = await runFrom(server.rest, id, 'Start');
	expect(execution.status).toBe('success');
	const { data } = await server.rest.get<{ data: string }>(`/rest/executions/${execution.id}`);
	const { runData } = (unflatten(data) as Stored).resultData;
	expect(runData[node.name][0].metadata?.tracing).toEqual({
		...{ requests: 1, tokensSpent: 5, tokensPerhapsSpent: 0, secondsWaited: 0 },
	});
	await until(() => exported.includes(node.type), 'the span', 60_000);
	expect(exported).toContain('n8n.node.items.output');
	// n8n only exports attributes of nodes with a license (`isOtelCustomSpanAttributesLicensed`).
	expect(exported).not.toContain('n8n.node.custom.');
});
