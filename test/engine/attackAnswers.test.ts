import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../support/engine';
import { useRawServer } from '../support/attackServer';
import { useService, working } from '../support/service';
import { Host } from '../support/triggerHost';
import { shortenBackoff } from '../support/windows';

const raw = useRawServer();
const service = useService();
beforeAll(() => shortenBackoff(1));

const MEGABYTE = 1_000_000;
const lead = { agentConversationId: 'conv_1', firstName: 'Ann', status: 'contacted' };

/** Runs an operation against the server of raw bytes. */
async function run(id: string, parameters: IDataObject = {}): Promise<RunResult> {
	return await service.run(
		id,
		{ ...working[id], options: { maxWait: 1, timeout: 20 }, ...parameters },
		{ credential: { baseUrl: raw.url } },
	);
}

/** Our error, in plain words, or undefined. */
function expectPlain({ error, run: { status } }: RunResult): void {
	if (!error) return;
	expect(error.name).toMatch(/^Node(Api|Operation)Error$/);
	expect(error.message).toMatch(/\w.* \[item 0\]$/);
	expect(error.message.length).toBeLessThan(1000);
	expect(status).toBe('error');
}

afterEach(() => {
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(String({})).toBe('[object Object]');
});

describe('names with a meaning in JavaScript', () => {
	const hostile =
		'{"firstName":"Ann","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1,"then":"y","toJSON":2}';

	test.each<[string, (record: string) => string, IDataObject]>([
		['lead.get', (record) => record, {}],
		['lead.getAll', (record) => `{"leads":[${record}],"__proto__":{"polluted":1}}`, {}],
		['lead.getAll', (record) => `{"leads":[${record}]}`, { filters: { status: ['x', ''] } }],
		['billing.getActiveUsers', (record) => `{"users":[${record}]}`, {}],
		['seoPlatform.getAll', (record) => `[${record}]`, {}],
		['snippet.update', (record) => record.replace('firstName', 'content'), {}],
		['seoPlatform.create', (record) => record.replace('firstName', 'name'), {}],
		[
			'billing.getTokenBalance',
			(record) => record.replace('"firstName":"Ann"', '"mainTokenCount":1'),
			{},
		],
	])('%s: they come out as fields, and nothing is polluted', async (id, wrap, parameters) => {
		const record = id === 'seoPlatform.getAll' ? hostile.replace('firstName', 'name') : hostile;
		raw.send(Buffer.from(wrap(record)));
		const { error, json } = await run(id, parameters);
		expect(error?.message).toBeUndefined();
		if (parameters.filters) return expect(json).toEqual([]);
		expect(json).toHaveLength(1);
		for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then']) {
			expect({ name, own: Object.hasOwn(json[0], name) }).toEqual({ name, own: true });
		}
		return expect(Object.getPrototypeOf(json[0])).toBe(Object.prototype);
	});

	test('articles, whose platform is taken apart', async () => {
		const platform =
			'{"id":"p","__proto__":{"polluted":1},"constructor":1,"config":{"secret":"s"},"toString":2}';
		for (const simplify of [true, false]) {
			raw.send(Buffer.from(`[{"id":"a","title":"t","__proto__":{"x":1},"platform":${platform}}]`));
			const { error, json } = await run('article.getAll', { simplify });
			expect(error?.message).toBeUndefined();
			expect(Object.hasOwn(json[0], '__proto__')).toBe(true);
			expect(JSON.stringify(json)).not.toContain('secret');
		}
	});

	test('reads that several items share', async () => {
		raw.send(Buffer.from(hostile));
		const { json } = await service.run('lead.get', working['lead.get'], {
			items: [{}, {}, {}],
			credential: { baseUrl: raw.url },
		});
		expect(json).toHaveLength(3);
		for (const record of json) expect(Object.hasOwn(record, '__proto__')).toBe(true);
		expect(raw.connections).toBe(1);
	});

	test.each(['leadCreated', 'leadUpdated', 'leadStatusChanged'])(
		'%s of leads whose values are such names',
		async (event) => {
			const host = new Host(service.loader, {
				parameters: { event },
				credential: service.credential(),
			});
			await host.activate();
			const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
			const statuses = names as Array<'contacted'>;
			const added = names.map((name, index) =>
				service.sandbox.addLead({ agentConversationId: name, status: statuses[index] }),
			);
			const first = await host.poll();
			const emitted = added.map(({ lead }) => ({ ...lead, leadKey: lead.agentConversationId }));
			if (event === 'leadCreated') expect(first).toEqual(emitted);
			for (const [index, { id }] of added.entries()) {
				service.sandbox.updateLead(id, { status: statuses[(index + 1) % 4] });
			}
			const second = await host.poll();
			if (event === 'leadCreated') return expect(second).toBeNull();
			expect(second).toHaveLength(4);
			if (event === 'leadUpdated') return;
			expect(second?.map(({ previousStatus }) => previousStatus)).toEqual(names);
		},
	);
});

describe('numbers of any size', () => {
	test('are returned as in the JSON', async () => {
		raw.send(
			Buffer.from(
				'{"mainTokenCount":1e308,"extraTokenCount":-9223372036854775808,"totalTokenCount":1e400,"x":-1e400,"y":5e-324}',
			),
		);
		const { error, json } = await run('billing.getTokenBalance');
		expect(error?.message).toBeUndefined();
		expect(json).toEqual([
			{
				mainTokenCount: 1e308,
				extraTokenCount: -(2 ** 63),
				totalTokenCount: Infinity,
				x: -Infinity,
				y: 5e-324,
			},
		]);
	});

	test.each(['NaN', 'Infinity', '0x10', '01', '1_000', '+1', '1.', '.5', '1n'])(
		'%s is no JSON',
		async (number) => {
			raw.send(Buffer.from(`{"totalTokenCount":${number}}`));
			const { error } = await run('billing.getTokenBalance');
			expect(error?.message).toContain('malformed');
		},
	);
});

describe('nesting', () => {
	const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

	test.each<[string, string, string]>([
		['lead.get', 'lists', `{"firstName":"A","x":${lists(100_000)}}`],
		['lead.get', 'objects', `{"firstName":"A","x":${objects(100_000)}}`],
		['lead.getAll', 'objects', `{"leads":[{"firstName":"A","x":${objects(100_000)}}]}`],
		['article.getAll', 'a platform', `[{"id":"a","platform":${objects(100_000)}}]`],
		['lead.getAll', 'nothing else', lists(100_000)],
		['seoPlatform.create', 'nothing else', objects(100_000)],
		['billing.getTokenBalance', 'a number', `{"totalTokenCount":${lists(100_000)}}`],
	])('%s: 100,000 deep (%s) is an error or an output, and n8n lives on', async (id, _, body) => {
		raw.send(Buffer.from(body));
		const result = await run(id);
		expectPlain(result);
		expect(result.json).toHaveLength(result.error ? 0 : 1);
		expect((await service.run('lead.getAll')).error).toBeUndefined();
	});

	test('an error body with 100,000 levels leads to an error in plain words', async () => {
		for (const body of [objects(100_000), lists(100_000), `{"message":${lists(100_000)}}`]) {
			raw.reset(
				`HTTP/1.1 400 Bad\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
			);
			const result = await run('lead.getAll');
			expect(result.error?.message).toContain('HTTP 400');
			expectPlain(result);
		}
	});
});

describe('other encodings', () => {
	const body = JSON.stringify({ ...lead, firstName: 'Zoë' });
	const swapped = Buffer.from(body, 'utf16le').swap16();

	test.each<[string, Buffer, string[]]>([
		['UTF-8 with a byte order mark', Buffer.from(`\ufeff${body}`), []],
		['gzip', gzipSync(body), ['Content-Encoding: gzip']],
		['deflate', deflateSync(body), ['Content-Encoding: deflate']],
		['Brotli', brotliCompressSync(body), ['Content-Encoding: br']],
		['chunks', Buffer.from(`5\r\n${body.slice(0, 5)}\r\n`), ['Transfer-Encoding: chunked', '']],
	])('%s is read', async (name, bytes, headers) => {
		if (name === 'chunks') {
			const rest = Buffer.from(body.slice(5));
			const chunk = Buffer.concat([
				bytes,
				Buffer.from(`${rest.length.toString(16)}\r\n`),
				rest,
				Buffer.from('\r\n0\r\n\r\n'),
			]);
			raw.reset(
				Buffer.concat([
					Buffer.from(
						'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
					),
					chunk,
				]),
			);
		} else {
			raw.send(bytes, ['Content-Type: application/json', ...headers]);
		}
		const { error, json } = await run('lead.get');
		expect(error?.message).toBeUndefined();
		expect(json).toEqual([{ ...lead, firstName: 'Zoë' }]);
	});

	test.each<[string, Buffer, string[]]>([
		['UTF-16', Buffer.from(body, 'utf16le'), ['Content-Type: application/json; charset=utf-16le']],
		['UTF-16, big end first', swapped, ['Content-Type: application/json; charset=utf-16be']],
		['UTF-16 that says UTF-8', Buffer.from(`\ufeff${body}`, 'utf16le'), []],
		['gzip that is none', Buffer.from(body), ['Content-Encoding: gzip']],
		['gzip that is cut off', gzipSync(body).subarray(0, 30), ['Content-Encoding: gzip']],
		['gzip that nobody announced', gzipSync(body), []],
		[
			'a bad checksum',
			Buffer.concat([gzipSync(body).subarray(0, -8), Buffer.alloc(8)]),
			['Content-Encoding: gzip'],
		],
		['Brotli that is none', Buffer.from(body), ['Content-Encoding: br']],
		['a length that is too long', Buffer.from(body), ['Content-Length: 5000']],
		['a length that is too short', Buffer.from(body), ['Content-Length: 10']],
		['a length that is no number', Buffer.from(body), ['Content-Length: many']],
		['a negative length', Buffer.from(body), ['Content-Length: -1']],
		['two lengths', Buffer.from(body), ['Content-Length: 10', 'Content-Length: 20']],
		['NULs', Buffer.alloc(1000), []],
		['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), ['Content-Type: image/png']],
	])('%s is an error in plain words, never a record', async (_, bytes, headers) => {
		for (const id of ['lead.get', 'lead.getAll', 'seoPlatform.create']) {
			raw.send(bytes, headers);
			const result = await run(id);
			expect(result.error?.name).toBe('NodeApiError');
			expect(result.outputs.flat()).toEqual([]);
			expectPlain(result);
		}
	});

	test('Latin-1 announced as UTF-8: only the letter is lost', async () => {
		raw.send(Buffer.from(body, 'latin1'), ['Content-Type: application/json; charset=utf-8']);
		const { error, json } = await run('lead.get');
		expect(error?.message).toBeUndefined();
		expect(json).toEqual([{ ...lead, firstName: 'Zo\ufffd' }]);
	});

	test('half characters are returned unchanged', async () => {
		raw.send(Buffer.from('{"firstName":"\\ud800","lastName":"\\udc00x"}'));
		const { json } = await run('lead.get');
		expect(json).toEqual([{ firstName: '\ud800', lastName: '\udc00x' }]);
	});
});

describe('50 MB', () => {
	const big = 'x'.repeat(50 * MEGABYTE);

	test('in a list of large records: all are returned', async () => {
		const leads = Array.from({ length: 50 }, () => ({ ...lead, note: 'x'.repeat(MEGABYTE) }));
		raw.send(Buffer.from(JSON.stringify({ leads })));
		const { error, json } = await run('lead.getAll', { returnAll: true });
		expect(error?.message).toBeUndefined();
		expect(json).toHaveLength(50);
		expect((json[49].note as string).length).toBe(MEGABYTE);
	}, 60_000);

	test('in one text', async () => {
		raw.send(Buffer.from(JSON.stringify({ ...lead, note: big })));
		const { error, json } = await run('lead.get');
		expect(error?.message).toBeUndefined();
		expect((json[0].note as string).length).toBe(50 * MEGABYTE);
	}, 60_000);

	test('from 200 kB compressed: all of it is returned', async () => {
		raw.send(gzipSync(JSON.stringify({ ...lead, note: big })), ['Content-Encoding: gzip']);
		const { error, json } = await run('lead.get');
		expect(error?.message).toBeUndefined();
		expect((json[0].note as string).length).toBe(50 * MEGABYTE);
	}, 60_000);

	test.each<[string, string, string]>([
		['a message', 'application/json', JSON.stringify({ message: big })],
		['a text', 'text/plain', big],
		['tags that never end', 'text/html', '<title'.repeat(8 * MEGABYTE)],
		['spaces', 'text/plain', `x${' '.repeat(50 * MEGABYTE)}y`],
		['a page', 'text/html', `<html><title>No.</title>${big}`],
		[
			'many errors',
			'application/json',
			JSON.stringify({
				errors: Array.from({ length: 500_000 }, (_, place) => ({
					place,
					message: 'No. '.repeat(20),
				})),
			}),
		],
		['the word bearer', 'text/plain', 'bearer '.repeat(7 * MEGABYTE)],
	])(
		'of an error: %s. The message stays short, and nothing of the rest is kept',
		async (_, type, body) => {
			raw.reset(
				`HTTP/1.1 500 No\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
			);
			const result = await run('lead.getAll');
			expect(result.error?.message).toContain('(HTTP 500)');
			expect(result.error?.message.length).toBeLessThan(450);
			expect(JSON.stringify(result.run).length).toBeLessThan(20_000);
		},
		60_000,
	);

	test('of nonsense instead of a record: none of it is kept', async () => {
		raw.send(Buffer.from(big), ['Content-Type: text/plain']);
		const result = await run('lead.getAll');
		expectPlain(result);
		expect(result.error?.message).toContain('text that is not JSON');
		expect(JSON.stringify(result.run).length).toBeLessThan(20_000);
	}, 60_000);
});

test('any bytes: an error in plain words, or a record', async () => {
	const bytes = fc.oneof(
		fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
		fc.json().map((text) => Buffer.from(text)),
		fc.json().map((text) => Buffer.from(`{"firstName":${text},"leads":[${text}]}`)),
		fc.json().map((text) => gzipSync(text)),
	);
	const headers = fc.constantFrom<string[]>(
		[],
		['Content-Type: application/json'],
		['Content-Type: text/html; charset=utf-16'],
		['Content-Encoding: gzip'],
		['Content-Encoding: deflate'],
		['Content-Type: application/json; charset=nonsense'],
	);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom('lead.get', 'lead.getAll', 'snippet.update'),
			bytes,
			headers,
			async (id, body, head) => {
				raw.send(body, head);
				const result = await run(id);
				expectPlain(result);
				for (const record of result.json) {
					expect(typeof record).toBe('object');
					expect(record).not.toHaveProperty('error');
				}
			},
		),
		{ numRuns: 80 },
	);
}, 60_000);

describe('a response of more than 256 MB', () => {
	/** A service that sends its body until the connection is closed. */
	const endless = (chunk: Buffer, headers: Record<string, string>) =>
		createServer((_request, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
			const send = () => {
				while (!response.destroyed && response.write(chunk));
			};
			response.on('drain', send);
			send();
		});
	const spaces = Buffer.alloc(MEGABYTE, 32);

	test.each([
		['plain', () => endless(spaces, {})],
		['compressed', () => endless(gzipSync(spaces), { 'Content-Encoding': 'gzip' })],
	])(
		'%s: is refused without being read to its end',
		async (_, start) => {
			const server = start();
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			const credential = { baseUrl: `http://127.0.0.1:${port}` };
			const before = process.memoryUsage().rss;
			const { error } = await service.run('lead.getAll', {}, { credential });
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			expect(error?.message).toContain('is larger than 256 MB');
			expect(process.memoryUsage().rss - before).toBeLessThan(900 * MEGABYTE);
		},
		60_000,
	);
});
