import * as events from '../../nodes/AgentSuite/resources/events';
import * as operations from '../../nodes/AgentSuite/resources/operations';
import { triggerHint, nodeHint } from '../../nodes/AgentSuite/resources/builderHint';
import { startServer, type Server } from '../support/server/server';

let server: Server;
let apiKey: string;

beforeAll(async () => {
	server = await startServer();
	await server.rest.patch('/rest/mcp/settings', { mcpAccessEnabled: true });
	({ apiKey } = await server.rest.get<{ apiKey: string }>('/rest/mcp/api-key'));
});
afterAll(async () => await server?.stop());

/** Queries n8n's own catalog through n8n's MCP server for external AI. */
async function search(...queries: string[]): Promise<string> {
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
