import { Readable } from 'node:stream';

import { leadGet } from '../../../nodes/AgentSuite/resources/operations';
import { receive } from '../../../nodes/AgentSuite/transport/receive';

const url = 'https://api.example.com/agent/lead/1';

/** Receives a response with this body. */
const received = async (body: unknown, statusCode = 200, timeoutMs = 60_000) =>
	await receive(Promise.resolve({ statusCode, body }), { operation: leadGet, url, timeoutMs }, []);

const streamOf = (...chunks: Array<string | Buffer>) =>
	Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test.each([
	['JSON', [' {"a":', '1} '], { a: 1 }],
	['JSON with a byte order mark', ['\ufeff', '{"a":1}'], { a: 1 }],
	['text that is not JSON', ['fi', 'ne'], 'fine'],
	['a character in two parts', ['"', Buffer.from([0xc3]), Buffer.from([0xa4]), '"'], 'ä'],
	['nothing', [], ''],
])('%s', async (_, chunks, body) => {
	expect(await received(streamOf(...chunks))).toEqual({ body });
});

test('a value in place of a stream, as in an evaluation of n8n', async () => {
	expect(await received({ a: 1 })).toEqual({ body: { a: 1 } });
});

test('only a status of 2xx is a success, and that of 204 has no body', async () => {
	for (const status of [200, 201, 202, 299]) {
		expect(await received({ a: 1 }, status)).toEqual({ body: { a: 1 } });
	}
	for (const status of [101, 199, 300, 304, 400, 500]) {
		expect(await received({ a: 1 }, status)).toHaveProperty('failure.problem.status', status);
	}
	expect(await received('', 204)).toEqual({ body: undefined });
});

test.each(['{', '['])('too many %s in all parts together end it', async (beginning) => {
	const parts = Array<string>(9).fill(beginning.repeat(1_000_000));
	const result = await received(streamOf(...parts));
	expect(result).toHaveProperty(
		'failure.problem.message',
		expect.stringContaining('more than 8 million objects and lists'),
	);
});

test('a response that begins after its time is closed', async () => {
	const late = streamOf('{}');
	const sending = new Promise<{ statusCode: number; body: unknown }>((resolve) =>
		setTimeout(() => resolve({ statusCode: 200, body: late }), 50),
	);
	const result = await receive(sending, { operation: leadGet, url, timeoutMs: 10 }, []);
	expect(result).toHaveProperty('failure.retry', 'timeout');
	await sending;
	expect(late.destroyed).toBe(true);
});
