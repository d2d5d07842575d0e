import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { startSandbox, type Fault, type Sandbox } from '../../../sandbox';
import { call, send } from './client';

const list = 'GET /agent/lead';
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

async function statuses(count: number): Promise<number[]> {
	const all: number[] = [];
	for (let index = 0; index < count; index += 1) all.push((await send(sandbox, list)).status);
	return all;
}

async function failure(route = list): Promise<string> {
	return await send(sandbox, route).then(
		(answer) => `answered ${answer.status}`,
		(error: Error & { code?: string }) => error.code ?? error.message,
	);
}

describe('which requests a fault hits', () => {
	test('one by default', async () => {
		sandbox.addFault({ kind: 'status', status: 503 });
		expect(await statuses(2)).toEqual([503, 200]);
	});

	test('from the nth on, several times', async () => {
		sandbox.addFault({ kind: 'status', status: 500, times: 2, match: { nth: 2 } });
		expect(await statuses(4)).toEqual([200, 500, 500, 200]);
	});

	test('all, until cleared', async () => {
		sandbox.addFault({ kind: 'status', status: 502, times: Infinity });
		expect(await statuses(3)).toEqual([502, 502, 502]);
		sandbox.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	test('of a method and a path', async () => {
		sandbox.addFault({ kind: 'status', status: 500, match: { method: 'put' } });
		sandbox.addFault({ kind: 'status', status: 501, match: { path: '/lead_8f2k1a' } });
		sandbox.addFault({ kind: 'status', status: 502, match: { path: /getPl/g } });
		expect(await statuses(1)).toEqual([200]);
		expect((await send(sandbox, 'GET /agent/lead/lead_8f2k1a')).status).toBe(501);
		expect((await send(sandbox, 'GET /seo/getPlatforms')).status).toBe(502);
		const body = { name: 'x' };
		expect((await send(sandbox, 'PUT /agent/connector/snippet/snip_hours', { body })).status).toBe(
			500,
		);
	});

	test('at random, the same ones for a seed', async () => {
		const fault: Fault = {
			kind: 'status',
			status: 500,
			times: Infinity,
			probability: 0.5,
			seed: 7,
		};
		sandbox.addFault(fault);
		const first = await statuses(12);
		expect(new Set(first).size).toBe(2);
		sandbox.clearFaults();
		sandbox.addFault(fault);
		expect(await statuses(12)).toEqual(first);
	});

	test('before token and limits are checked', async () => {
		sandbox.addFault({
			kind: 'status',
			status: 504,
			headers: { 'x-via': 'proxy' },
			body: 'down',
			contentType: 'text/plain',
		});
		const { status, data, headers } = await send(sandbox, list, { token: null });
		expect([status, data, headers['x-via'], headers['content-type']]).toEqual([
			504,
			'down',
			'proxy',
			'text/plain',
		]);
		expect(sandbox.requests).toMatchObject([{ status: 504, tokens: 0 }]);
	});
});

describe('the faults', () => {
	test.each([
		[{}, '1'],
		[{ retryAfter: 7 }, '7'],
		[{ retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'Wed, 21 Oct 2026 07:28:00 GMT'],
		[{ retryAfter: false as const }, undefined],
	])('429 with %j', async (given, expected) => {
		sandbox.addFault({ kind: 'rateLimit', ...given });
		const { status, headers } = await call(sandbox, list);
		expect([status, headers['retry-after']]).toEqual([429, expected]);
	});

	test('a dropped connection, before and after the request is processed', async () => {
		const before = sandbox.balance().totalTokenCount;
		sandbox.addFault({ kind: 'drop' });
		expect(await failure()).toMatch(/ECONNRESET|socket hang up/);
		expect(sandbox.balance().totalTokenCount).toBe(before);
		expect(sandbox.requests.at(-1)).toMatchObject({ status: null, tokens: 0 });
		sandbox.addFault({ kind: 'drop', after: true });
		expect(await failure()).toMatch(/ECONNRESET|socket hang up/);
		expect(sandbox.balance().totalTokenCount).toBe(before - 5);
		expect(sandbox.requests.at(-1)).toMatchObject({ status: null, tokens: 5 });
	});
});

test('closing ends what is still open', async () => {
	const own = await startSandbox();
	own.addFault({ kind: 'slow', ms: 60_000 });
	own.addFault({ kind: 'slowBody' });
	const open = Promise.allSettled([send(own, list), send(own, list)]);
	await sleep(50);
	await own.close();
	expect((await open).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(axios.get(own.url)).rejects.toThrow('ECONNREFUSED');
});
