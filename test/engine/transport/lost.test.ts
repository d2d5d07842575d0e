import { createServer, type AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import type { Effect } from '../../../nodes/AgentSuite/model/endpoint';
import { RawServer, useRawServer } from '../../support/attackServer';
import { expectNoSecrets } from '../../support/secrecy';
import { operations, useQuickService, working } from '../../support/service';

const raw = useRawServer();
const service = useQuickService();

/** Runs an operation that gets no response, optionally with another base URL. */
async function lost(id: string, { baseUrl, ...options }: IDataObject & { baseUrl?: string } = {}) {
	const result = await service.run(
		id,
		{ ...working[id], options: { maxWait: 1, ...options } },
		{ credential: baseUrl === undefined ? {} : { baseUrl } },
	);
	const { error, run } = result;
	if (!error) throw new Error(`${id} did not fail`);
	expect(error.name).toBe('NodeApiError');
	expect(run.status).toBe('error');
	expect(error.message).toMatch(/\[item 0\]$/);
	expectNoSecrets(result, service.secrets);
	return error;
}

/** One of each effect. */
const ids = ['lead.getAll', 'snippet.update', 'seoPlatform.create'];
/** What is said of an operation with each effect. */
const doubts: Record<Effect, string> = {
	read: 'may still have been charged',
	update: 'may still have been processed and charged. You can safely retry it.',
	create:
		'may still have been processed and charged. Check before you retry. To see whether the platform was created, run SEO Platform: Get Many with Return All.',
};
const doubtOf = (id: string) => doubts[operations[id].effect];

test.each(ids)('%s: the connection breaks', async (id) => {
	service.sandbox.addFault({ kind: 'drop', times: Infinity });
	const { message, description } = await lost(id);
	expect(message).toContain(`connection to ${new URL(service.sandbox.url).host} was closed`);
	expect(description).toContain(doubtOf(id));
});

test.each(ids)('%s: no response in time', async (id) => {
	service.sandbox.addFault({ kind: 'slow', ms: 5000, times: Infinity });
	const { message, description } = await lost(id, { timeout: 1 });
	expect(message).toContain('did not respond within 1 s');
	expect(description).toContain(doubtOf(id));
	expect(description).toContain("'Timeout (Seconds)'");
});

test('a timeout of more than 24 days, too long for a timer, does not end immediately', async () => {
	const options = { timeout: 3_000_000 };
	const { error, json } = await service.run('lead.get', { ...working['lead.get'], options });
	expect(error?.message).toBeUndefined();
	expect(json).toHaveLength(1);
});

test('a response that stalls half-way ends in time, too', async () => {
	service.sandbox.addFault({ kind: 'slowBody', times: Infinity });
	const { message } = await lost('lead.getAll', { timeout: 1 });
	expect(message).toContain('did not respond within 1 s');
});

test.each(['127.0.0.1', 'localhost'])('nothing listens at the port of %s', async (name) => {
	const gone = await new RawServer().start();
	const host = `${name}:${gone.port}`;
	await gone.stop();
	const { message, description } = await lost('lead.get', { baseUrl: `http://${host}` });
	expect(message).toContain(`Could not connect to ${host}`);
	expect(description).toContain('Check the host and port');
});

test('a host that does not exist', async () => {
	const { message, description } = await lost('lead.get', { baseUrl: 'https://api.invalid/v1' });
	expect(message).toContain('The host api.invalid was not found');
	expect(description).toContain('Check the spelling');
});

test('https to a port that speaks http', async () => {
	const baseUrl = service.sandbox.url.replace('http:', 'https:');
	const { message, description } = await lost('lead.get', { baseUrl });
	expect(message).toContain('Could not make a secure connection');
	expect(description).toContain('only sends the token over a secure connection');
	expect(service.sandbox.requests).toEqual([]);
});

test('a TLS handshake that is cut off reaches no service, so a create is sent again', async () => {
	let connections = 0;
	const server = createServer((socket) => {
		connections++;
		socket.on('error', () => undefined).on('data', () => socket.end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const baseUrl = `https://127.0.0.1:${port}`;
	const { message, description, ...error } = await lost('seoPlatform.create', { baseUrl });
	await new Promise((resolve) => server.close(resolve));
	expect(message).toContain(`Could not connect to 127.0.0.1:${port}`);
	expect(description).not.toContain('Check before you retry');
	expect(error).toMatchObject({ context: { data: { tokens: 'none charged' } } });
	expect(connections).toBe(4);
});

test('a proxy that closes the connection reaches no service, so a create is sent again', async () => {
	// No response to CONNECT.
	raw.reset('\r\n');
	process.env.https_proxy = raw.url;
	const losing = lost('seoPlatform.create', { baseUrl: 'https://api.example.com' });
	const { message, description, ...error } = await losing.finally(
		() => delete process.env.https_proxy,
	);
	expect(raw.received).toMatch(/^CONNECT api\.example\.com:443 /);
	expect(message).toContain('Could not connect to api.example.com');
	expect(description).not.toContain('Check before you retry');
	expect(error).toMatchObject({ context: { data: { tokens: 'none charged' } } });
	expect(raw.connections).toBe(4);
});

test('a server that speaks something else', async () => {
	raw.reset('220 mail.example.com ESMTP\r\n');
	const { message } = await lost('lead.get', { baseUrl: raw.url });
	expect(message).toContain(`The response from 127.0.0.1:${raw.port} is not valid HTTP`);
});
