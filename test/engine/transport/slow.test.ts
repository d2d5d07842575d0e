import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { useRawServer } from '../../support/attackServer';
import { useQuickService, working } from '../../support/service';

const raw = useRawServer();
const service = useQuickService();

/** A server that sends a byte of its response every now and then, and never ends. */
let drip: Server;
let asked = 0;
let open = 0;
beforeAll(async () => {
	drip = createServer((_request, response) => {
		asked++;
		open++;
		response.writeHead(200, { 'Content-Type': 'application/json' });
		const timer = setInterval(() => response.write(' '), 50);
		response.on('close', () => {
			open--;
			clearInterval(timer);
		});
	});
	await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
	asked = 0;
});
afterAll(() => drip.closeAllConnections());
afterAll(async () => await new Promise((resolve) => drip.close(resolve)));
const baseUrl = () => `http://127.0.0.1:${(drip.address() as AddressInfo).port}`;

/** Waits for the service to see that its connections are closed, which takes a moment on a busy machine. */
async function allClosed(): Promise<void> {
	for (let look = 0; open > 0 && look < 100; look++) {
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	expect(open).toBe(0);
}

test.each([
	['lead.getAll', 2],
	['seoPlatform.create', 1],
])('%s: Timeout bounds the whole response, and the connection is closed', async (id, times) => {
	// Long enough for a busy machine to open a connection.
	const { error } = await service.run(
		id,
		{ ...working[id], options: { timeout: 3 } },
		{ credential: { baseUrl: baseUrl() } },
	);
	expect(error?.message).toContain('within 3 s');
	expect(asked).toBe(times);
	await allClosed();
});

test.each([
	['of the tests', process.execPath],
	// It can be an earlier one.
	['of the machine', process.env.npm_node_execpath ?? process.execPath],
])(
	'the Node.js %s: Timeout ends a response after thousands of others, when memory is freed',
	async (_name, node) => {
		const script = join(__dirname, 'stallAfterMany.js');
		const { stdout, stderr } = await promisify(execFile)(node, ['--expose-gc', script]);
		expect([stdout, stderr]).toEqual(['50 of 50 ended\n', '']);
	},
);

test('a poll takes 30 s at most, even if n8n allows more', async () => {
	// Another account, because the pause remains.
	const baseUrl = service.sandbox.url.replace('127.0.0.1', 'localhost');
	const host = service.host({ event: 'leadCreated' }, 'default', { baseUrl });
	host.budgetMs = 300_000;
	await host.activate();
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 60 });
	expect(await host.poll()).toBeNull();
	expect(host.warnings.join()).toContain('This poll would time out first');
});

test('a poll sends nothing in its last second', async () => {
	const host = service.host({ event: 'leadCreated' });
	await host.activate();
	const before = service.sandbox.requests.length;
	host.budgetMs = 10_000;
	service.sandbox.addFault({ kind: 'status', status: 503, headers: { 'Retry-After': '9' } });
	expect(await host.poll()).toBeNull();
	expect(host.warnings.join()).toContain('HTTP 503');
	expect(service.sandbox.requests).toHaveLength(before + 1);
});

test('Stop ends a response that drips', async () => {
	const began = Date.now();
	const { run } = await service.run(
		'lead.getAll',
		{},
		{
			credential: { baseUrl: baseUrl() },
			onStart: (stop: () => void) => void setTimeout(stop, 500),
		},
	);
	expect(run.status).toBe('canceled');
	expect(Date.now() - began).toBeLessThan(10_000);
});

test.each([
	['gzip', Buffer.from('{"leads": []}')],
	['br', gzipSync('{"leads": []}')],
	['deflate', Buffer.from('no deflate')],
])('compression that cannot be read (%s) is not asked for again', async (encoding, body) => {
	raw.send(body, [`Content-Encoding: ${encoding}`, 'Content-Type: application/json']);
	const { error } = await service.run('lead.getAll', {}, { credential: { baseUrl: raw.url } });
	expect(error?.message).toContain('is compressed in a way that cannot be read');
	expect(raw.connections).toBe(1);
});

describe('a response that stalls halfway', () => {
	/** A server that sends a megabyte of its response, or all of a failure but its end, and then nothing. */
	let stalling: Server;
	const sockets = new Set<Socket>();
	beforeAll(async () => {
		stalling = createServer(({ url }, response) => {
			if (url?.includes('missing')) {
				response.writeHead(404, { 'Content-Type': 'application/json' });
				response.write('{"message":"Moved to the archive"}');
				return;
			}
			response.writeHead(200, { 'Content-Type': 'application/json' });
			response.write(`{"leads":[${'{},'.repeat(350_000)}`);
		});
		stalling.on('connection', (socket) => {
			sockets.add(socket.on('close', () => sockets.delete(socket)));
		});
		await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => {
		stalling.closeAllConnections();
		await new Promise((resolve) => stalling.close(resolve));
	});
	const stallingUrl = () => `http://127.0.0.1:${(stalling.address() as AddressInfo).port}`;

	/** Waits for the service to see that its connections are closed, which takes a moment on a busy machine. */
	async function noneIsOpen(): Promise<void> {
		for (let look = 0; sockets.size > 0 && look < 60; look++) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		expect(sockets.size).toBe(0);
	}

	test('keeps no connection after its timeout, in an action', async () => {
		const { error } = await service.run(
			'lead.getAll',
			{ options: { timeout: 1 } },
			{ credential: { baseUrl: stallingUrl() } },
		);
		expect(error?.message).toContain('did not respond within 1 s');
		await noneIsOpen();
	});

	test('says why it failed, if that has arrived, and keeps no connection', async () => {
		const { error } = await service.run(
			'lead.get',
			{ ...working['lead.get'], leadId: 'missing' },
			{ credential: { baseUrl: stallingUrl() } },
		);
		expect(error?.message).toContain('The record was not found: Moved to the archive');
		await noneIsOpen();
		// Much less than Timeout, which does not end it.
	}, 30_000);

	test('keeps no connection after its timeout, in a poll', async () => {
		const host = service.host({ event: 'leadCreated' }, 'default', { baseUrl: stallingUrl() });
		host.budgetMs = 2500;
		// It has no state yet, so that its publication fails.
		await expect(host.activate()).rejects.toThrow('did not respond within');
		await noneIsOpen();
	});

	test('keeps no connection after Stop', async () => {
		const { run } = await service.run(
			'lead.getAll',
			{},
			{
				credential: { baseUrl: stallingUrl() },
				onStart: (stop: () => void) => void setTimeout(stop, 500),
			},
		);
		expect(run.status).toBe('canceled');
		await noneIsOpen();
	});
});
