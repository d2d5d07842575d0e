/** What n8n's own OpenTelemetry export tells a collector about the node. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { until } from '../support/programs/until';
import { runFrom } from '../support/server/executions';
import { startServer, type Server } from '../support/server/server';
import { unflatten } from '../support/server/unflatten';
import { createChain, operationNode } from '../support/server/workflows';

jest.setTimeout(120_000);

let collector: HttpServer;
let server: Server;
/** What n8n has exported, in the binary form of the protocol, in which texts are readable. */
let received = '';

beforeAll(async () => {
	collector = createServer((request, response) => {
		void buffer(request).then((body) => {
			received += body.toString('latin1');
			response.end();
		});
	});
	await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
	server = await startServer({
		N8N_OTEL_ENABLED: 'true',
		N8N_OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
		N8N_OTEL_TRACES_PRODUCTION_ONLY: 'false',
	});
});
afterAll(async () => {
	await server?.stop();
	collector?.close();
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
	await until(() => received.includes(node.type), 'the span', 60_000);
	expect(received).toContain('n8n.node.items.output');
	// n8n only exports attributes of nodes with a license (`isOtelCustomSpanAttributesLicensed`).
	expect(received).not.toContain('n8n.node.custom.');
});
