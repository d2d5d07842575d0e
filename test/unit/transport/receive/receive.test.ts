import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';

import { leadGet, seoPlatformCreate } from '../../../../nodes/AgentSuite/resources/operations';
import { exchange } from '../../../../nodes/AgentSuite/transport/exchange';
import { receive } from '../../../../nodes/AgentSuite/transport/receive/receive';
import { received as outcomeWith, requestOf } from '../../../support/requests';

/** Receives a response with this body. */
const received = async (
	body: unknown,
	statusCode = 200,
	{ headers = {}, operation = leadGet, timeoutMs = 60_000 } = {},
) =>
	await outcomeWith(async () => await Promise.resolve({ statusCode, body, headers }), {
		...requestOf(operation),
		timeoutMs,
	});

/** The body that comes of a success. */
async function bodyOf(body: unknown, headers = {}): Promise<unknown> {
	const result = await receive(
		async () => await Promise.resolve({ statusCode: 200, body, headers }),
		60_000,
	);
	return 'response' in result ? result.response.body : result;
}

const streamOf = (...chunks: Array<string | Buffer>) =>
	Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test.each([
	['JSON', [' {"a":', '1} '], { a: 1 }],
	['JSON with a byte order mark', ['\ufeff', '{"a":1}'], { a: 1 }],
	['text that is not JSON', ['fi', 'ne'], 'fine'],
	['a character in two parts', ['"', Buffer.from([0xc3]), Buffer.from([0xa4]), '"'], 'ä'],
	['nothing', [], ''],
])('%s', async (_, chunks, body) => {
	expect(await bodyOf(streamOf(...chunks))).toEqual(body);
});

test('a value in place of a stream, as in an evaluation of n8n', async () => {
	expect(await bodyOf({ a: 1 })).toEqual({ a: 1 });
});

test('an error that cannot even be read ends the request', async () => {
	const unreadable = { code: Object.create(null) as object };
	const send = async () => await Promise.reject(unreadable as unknown as Error);
	expect(await receive(send, 60_000)).toMatchObject({ exception: expect.any(TypeError) as Error });
});

test('of a success that is a page, nothing is shown', async () => {
	expect(await received('<title>Log in</title>')).toMatchObject({ said: '' });
	expect(await received({ message: 'No.' })).toMatchObject({ said: 'No.' });
});

test('only a status of 2xx is a success, and that of 204 has no body', async () => {
	const record = leadGet.response.documented;
	for (const status of [200, 201, 202, 299])
		expect(await received(record, status)).toMatchObject({ fate: 'done', records: [record] });
	for (const status of [101, 199, 300, 304, 400, 500]) {
		expect(await received({ a: 1 }, status)).toHaveProperty('problem.status', status);
	}
	const confirmed = await received('', 204, { operation: seoPlatformCreate });
	expect(confirmed).toMatchObject({ fate: 'done', records: [{ success: true }] });
});

test.each([null, NaN, '200'])('a status that is no number, %j, is no success', async (status) => {
	expect(await received({ a: 1 }, status as number)).toMatchObject({
		fate: 'unclear',
		problem: { message: expect.stringContaining('is not valid HTTP') as string },
	});
	const stream = new Readable({ read() {} });
	await received(stream, status as number);
	expect(stream.destroyed).toBe(true);
});

test.each(['{', '['])('too many %s in all parts together end it', async (beginning) => {
	const parts = Array<string>(9).fill(beginning.repeat(1_000_000));
	const result = await received(streamOf(...parts));
	expect(result).toHaveProperty(
		'problem.message',
		expect.stringContaining('more than 8 million objects and lists'),
	);
});

describe('a response that is not read to its end', () => {
	const headers = { 'retry-after': '30' };
	const stalled = () => new Readable({ read() {} });
	const cut = () =>
		new Readable({
			read() {
				this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
			},
		});
	const odd = () =>
		new Readable({
			read() {
				this.destroy(new TypeError('x is not a function'));
			},
		});

	test.each([
		['stalls', stalled],
		['is cut', cut],
		['ends in a way that nobody foresaw', odd],
	])('keeps its status and its pause if it %s', async (_, bodyOf) => {
		const options = { headers, operation: seoPlatformCreate, timeoutMs: 20 };
		expect(await received(bodyOf(), 429, options)).toMatchObject({
			fate: 'throttled',
			status: 429,
			problem: { retryAfterMs: 30_000 },
		});
		expect(await received(bodyOf(), 401, options)).toMatchObject({ shows: 'rejectsAccount' });
		// It has got through the rate limit.
		expect(await received(bodyOf(), 201, options)).toMatchObject({ fate: 'unclear', status: 201 });
	});

	test.each([
		['a success that is cut off', cut, 200, 'works'],
		['a 404 whose body does not come', stalled, 404, 'works'],
		['a 503 whose body does not come', stalled, 503, undefined],
	])('shows by its head whether the service works: %s', async (_, bodyOf, status, shown) => {
		const { shows } = await received(bodyOf(), status, { timeoutMs: 20 });
		expect(shows).toBe(shown);
	});

	test('is not asked for after Stop', async () => {
		const sending = jest.fn();
		const stopped = AbortSignal.abort();
		const outcome = await exchange(sending, requestOf(seoPlatformCreate), undefined, stopped);
		expect(outcome).toMatchObject({
			fate: 'unsent',
			problem: { message: 'The execution was canceled' },
		});
		expect(sending).not.toHaveBeenCalled();
	});

	test('keeps its status after Stop', async () => {
		const stop = new AbortController();
		const sending = async () =>
			await Promise.resolve({ statusCode: 429, headers, body: stalled() });
		const onHead = () => stop.abort();
		expect(await receive(sending, 60_000, onHead, stop.signal)).toMatchObject({
			response: { status: 429, headers, body: '' },
		});
	});

	test('keeps of a failure the JSON that has arrived whole, and nothing else', async () => {
		const begun = (text: string) => {
			const stream = stalled();
			stream.push(text);
			return stream;
		};
		const options = { timeoutMs: 50 };
		const whole = await received(begun('{"message":"No phone"}'), 422, options);
		expect(whole.problem?.line).toMatch(/: No phone$/);
		for (const cut of ['No ph', '{"authorization":"Bearer sk-live-Q7f', '{"message":"No phone"'])
			expect(await received(begun(cut), 422, options)).toMatchObject({ said: '' });
		const success = await received(begun('{"message":"No phone"}'), 200, options);
		expect(JSON.stringify(success)).not.toContain('No phone');
	});

	test.each([429, 503])(
		'is only waited for a moment if it is a %i, whose head says what to do',
		async (status) => {
			const began = Date.now();
			expect(await received(stalled(), status, { headers })).toMatchObject({
				problem: { retryAfterMs: 30_000 },
			});
			expect(Date.now() - began).toBeLessThan(20_000);
		},
	);
});

test.each([200, 503])('after a response with %i, no timer keeps it in memory', async (status) => {
	const timers = jest.spyOn(AbortSignal, 'timeout');
	await received(streamOf('{"a":1}'), status);
	const signals = timers.mock.results.map(({ value }) => value as AbortSignal);
	timers.mockRestore();
	expect(signals.length).toBeGreaterThan(0);
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});

test('a response that begins after its time is closed', async () => {
	// It never ends by itself.
	const late = new Readable({ read() {} });
	const sending = new Promise<{ statusCode: number; body: unknown }>((resolve) =>
		setTimeout(() => resolve({ statusCode: 200, body: late }), 50),
	);
	const result = await outcomeWith(async () => await sending, { ...requestOf(), timeoutMs: 10 });
	expect(result).toHaveProperty('retry', 'once');
	await sending;
	await new Promise((resolve) => setImmediate(resolve));
	expect(late.destroyed).toBe(true);
});

describe('the encoding of a response', () => {
	const latin = Buffer.from('{"name":"M\xfcller"}', 'latin1');
	const nameIn = async (bytes: Buffer, type?: string) =>
		await bodyOf(streamOf(bytes), { 'content-type': type });

	test('is the declared one', async () => {
		const declared = ['application/json; charset=ISO-8859-1', 'text/json;charset="iso-8859-1"'];
		for (const type of declared) expect(await nameIn(latin, type)).toEqual({ name: 'Müller' });
	});

	test.each([undefined, 'application/json', 'application/json; charset=made-up'])(
		'is UTF-8 with the type %j',
		async (type) => {
			expect(await nameIn(Buffer.from('{"name":"Müller"}'), type)).toEqual({ name: 'Müller' });
		},
	);
});

describe('the ID by which the service finds a request', () => {
	const idIn = async (headers: object, operation = leadGet) =>
		(await received('', 500, { headers, operation })).requestId;

	test.each([
		[{ 'x-request-id': 'req-1' }, 'req-1'],
		[{ 'x-correlation-id': 'b', 'x-amzn-requestid': 'c' }, 'b'],
		[{ 'x-request-id': '', 'request-id': 'd' }, 'd'],
		[{ 'x-request-id': 'two words' }, undefined],
		[{ 'x-request-id': 'x'.repeat(101) }, undefined],
		[{}, undefined],
	])('in %j is %j', async (headers, id) => {
		expect(await idIn(headers)).toBe(id);
	});

	test('is not shown if it contains the token', async () => {
		expect(await idIn({ 'x-request-id': 'of-agst_1234' })).toBeUndefined();
	});

	test('after a request with secrets is only shown if it is a UUID, and was not sent', async () => {
		const [id, apiKey] = [
			'5f0c7a1e-3b1d-4c8a-9f57-0d2a6b8e4c11',
			'0b8f5b7c-93d2-4e1f-a6c4-7d1e2f3a4b5c',
		];
		const request = requestOf(seoPlatformCreate, { body: { config: { apiKey } } });
		for (const [given, shown] of [
			[id, id],
			['req_7f3a9c', undefined],
			[`${id}-1`, undefined],
			[apiKey.toUpperCase(), undefined],
		]) {
			const response = { statusCode: 500, headers: { 'x-request-id': given }, body: '' };
			const outcome = await outcomeWith(async () => await Promise.resolve(response), request);
			expect(outcome.requestId).toBe(shown);
		}
	});
});

test('Stop ends it at once, also if the helper ignores the signal', async () => {
	const stop = new AbortController();
	const receiving = receive(() => new Promise(() => {}), 60_000, undefined, stop.signal);
	stop.abort();
	expect(await receiving).toEqual({ loss: 'canceled', head: undefined });
});
