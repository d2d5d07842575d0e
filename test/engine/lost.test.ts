import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { expectNoSecrets } from '../support/secrecy';
import { useService, working } from '../support/service';
import { shortenBackoff } from '../support/windows';

const service = useService();
beforeAll(() => shortenBackoff(1));

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
	expectNoSecrets(result, [...Object.values(service.sandbox.tokens), ...service.sandbox.secrets]);
	return error;
}

/** Runs a server that does not speak HTTP while `use` runs. */
async function withServer(
	onSocket: (socket: Socket) => void,
	use: (port: number) => Promise<void>,
) {
	const sockets = new Set<Socket>();
	const server: Server = createServer((socket) => {
		sockets.add(socket.on('error', () => undefined));
		onSocket(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		await use((server.address() as AddressInfo).port);
	} finally {
		sockets.forEach((socket) => socket.destroy());
		await new Promise((resolve) => server.close(resolve));
	}
}

const ids = Object.keys(working);
/** What is said of writes. */
const retried = 'may still have been processed and charged. You can safely retry it.';
const doubt: Record<string, string> = {
	'seoPlatform.create': 'may still have been processed and charged. Check before you retry.',
	'snippet.update': retried,
	'whatsApp.setFirstMessage': retried,
};

test.each(ids)('%s: the connection breaks', async (id) => {
	service.sandbox.addFault({ kind: 'drop', times: Infinity });
	const { message, description } = await lost(id);
	expect(message).toContain(`connection to ${new URL(service.sandbox.url).host} was closed`);
	expect(description).toContain(doubt[id] ?? 'may still have been charged');
});

test.each(['lead.get', 'snippet.update', 'seoPlatform.create'])(
	'%s: no response in time',
	async (id) => {
		service.sandbox.addFault({ kind: 'slow', ms: 5000, times: Infinity });
		const { message, description } = await lost(id, { timeout: 1 });
		expect(message).toContain('did not respond within 1 s');
		expect(description).toContain(doubt[id] ?? 'may still have been charged');
		expect(description).toContain("'Timeout (Seconds)'");
	},
);

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

test('nothing listens at the port', async () => {
	let free = 0;
	await withServer(
		() => undefined,
		async (port) => {
			free = port;
			await Promise.resolve();
		},
	);
	const { message, description } = await lost('lead.get', { baseUrl: `http://127.0.0.1:${free}` });
	expect(message).toContain(`Could not connect to 127.0.0.1:${free}`);
	expect(description).toContain('Check the host and port');
	const named = await lost('lead.get', { baseUrl: `http://localhost:${free}` });
	expect(named.message).toContain(`Could not connect to localhost:${free}`);
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
	expect(description).toContain('token was not sent');
	expect(service.sandbox.requests).toEqual([]);
});

test('a server that speaks something else', async () => {
	await withServer(
		(socket) => socket.write('220 mail.example.com ESMTP\r\n'),
		async (port) => {
			const { message } = await lost('lead.get', { baseUrl: `http://127.0.0.1:${port}` });
			expect(message).toContain(`The response from 127.0.0.1:${port} is not valid HTTP`);
		},
	);
});
