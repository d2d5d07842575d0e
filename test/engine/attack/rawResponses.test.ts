import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../../support/engine';
import { useRawServer } from '../../support/attackServer';
import { useQuickService, working } from '../../support/service';

const raw = useRawServer();
const service = useQuickService();

const MEGABYTE = 1_000_000;

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
		['seoPlatform.getAll', (record) => `[${record}]`, {}],
		['snippet.update', (record) => record.replace('firstName', 'content'), {}],
		[
			'billing.getTokenBalance',
			(record) => record.replace('"firstName":"Ann"', '"mainTokenCount":1'),
			{},
		],
	])('%s: they come out as fields, and nothing is polluted', async (id, wrap, parameters) => {
		const record = id === 'seoPlatform.getAll' ? hostile.replace('firstName', 'id') : hostile;
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
});

describe('nesting', () => {
	const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

	test.each<[string, string, string]>([
		['lead.get', 'lists', `{"firstName":"A","x":${lists(100_000)}}`],
		['lead.getAll', 'objects', `{"leads":[{"firstName":"A","x":${objects(100_000)}}]}`],
		['article.getAll', 'a platform', `[{"id":"a","platform":${objects(100_000)}}]`],
		['lead.getAll', 'nothing else', lists(100_000)],
		['seoPlatform.create', 'nothing else', objects(100_000)],
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

test.each([
	['objects', '{},'],
	['lists', '[],'],
])(
	'a few compressed kilobytes of millions of %s are refused before they fill the memory',
	async (_, part) => {
		const bomb = gzipSync(`{"leads":[${part.repeat(10 * MEGABYTE)}{}]}`);
		raw.send(bomb, ['Content-Type: application/json', 'Content-Encoding: gzip']);
		const before = process.memoryUsage().rss;
		const { error } = await run('lead.getAll', { options: { timeout: 60 } });
		expect(error?.message).toContain('contains more than 8 million objects and lists');
		expect(process.memoryUsage().rss - before).toBeLessThan(900 * MEGABYTE);
	},
	60_000,
);

test('a list of a million leads with lists and objects in each is read', async () => {
	const lead = '{"firstName":"Ann","tags":["a"],"custom":{"a":[],"b":{}}},';
	raw.send(Buffer.from(`{"leads":[${lead.repeat(MEGABYTE)}{}]}`));
	const { error, json } = await run('lead.getAll', { options: { timeout: 60 } });
	expect(error?.message).toBeUndefined();
	expect(json).toHaveLength(50);
}, 60_000);
