/**
 * A lean service for measurements in which the sandbox would be the bottleneck: Node.js's HTTP server with prepared
 * responses and without limits, in a separate process. The base URL sets its behavior: `/<latency>ms/<leads>leads`,
 * followed by the paths of the service.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { generatedLead } from '../sandbox/generated';

const lists = new Map<number, Buffer>();

const leadText = (number: number) => JSON.stringify(generatedLead(number, 'org_bench').lead);

/** `{ leads: [...] }`, numbered from 1, so that a longer list starts with the shorter one. */
function list(count: number): Buffer {
	const known = lists.get(count);
	if (known) return known;
	const parts = [Buffer.from('{"leads":[')];
	for (let from = 1; from <= count; from += 10_000) {
		const size = Math.min(10_000, count - from + 1);
		const texts = Array.from({ length: size }, (_, index) => leadText(from + index));
		parts.push(Buffer.from((from > 1 ? ',' : '') + texts.join(',')));
	}
	parts.push(Buffer.from(']}'));
	const body = Buffer.concat(parts);
	// A poll reads four lists: a short one, and those before, with, and after what is undelivered.
	if (lists.size > 3) lists.delete([...lists.keys()][0]);
	lists.set(count, body);
	return body;
}

function send(response: ServerResponse, status: number, body: Buffer | string): void {
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

const server = createServer((request, response) => {
	const path = /^\/(\d+)ms\/(\d+)leads(\/agent\/lead)(?:\/lead_g(\d+))?$/.exec(request.url ?? '');
	if (!path) return send(response, 404, '{"message":"No such route"}');
	if (!request.headers.authorization?.startsWith('Bearer ')) {
		return send(response, 401, '{"message":"No token"}');
	}
	const [, ms, count, , id] = path;
	const body = id === undefined ? list(Number(count)) : leadText(Number(id));
	if (ms === '0') send(response, 200, body);
	else setTimeout(() => send(response, 200, body), Number(ms));
});
// Idle connections must not close during a measurement.
server.keepAliveTimeout = 60_000;

process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
	process.send?.({ port: (server.address() as AddressInfo).port });
});
