import { startSandbox, type Sandbox } from '../../../sandbox';
import { SlidingWindows } from '../../../sandbox/limits';
import { call, send } from './client';

let sandbox: Sandbox;
afterEach(async () => await sandbox?.close());

describe('rate limits', () => {
	test('429 beyond the limit, neither charged nor counted', async () => {
		sandbox = await startSandbox({ limits: { minute: 2 } });
		for (let request = 0; request < 2; request++) await call(sandbox, 'GET /agent/lead');
		const before = sandbox.balance();
		const refused = await call(sandbox, 'GET /agent/lead');
		expect(refused.status).toBe(429);
		// The seconds that are left, and a slow machine can take some.
		expect(refused.headers['retry-after']).toMatch(/^(5\d|60)$/);
		expect(sandbox.balance()).toEqual(before);
		expect(sandbox.requests.at(-1)).toMatchObject({ status: 429, tokens: 0 });
	});

	test('are counted per token, and only for good ones', async () => {
		sandbox = await startSandbox({ limits: { minute: 1 } });
		const statuses = async (token: string) => [
			(await call(sandbox, 'GET /agent/lead', { token })).status,
			(await call(sandbox, 'GET /agent/lead', { token })).status,
		];
		expect(await statuses(sandbox.tokens.admin)).toEqual([200, 429]);
		expect(await statuses(sandbox.tokens.adminSecond)).toEqual([200, 429]);
		expect(await statuses(sandbox.tokens.otherOrg)).toEqual([200, 429]);
		expect(await statuses(sandbox.tokens.expired)).toEqual([403, 403]);
		expect(await statuses('nonsense')).toEqual([401, 401]);
	});

	test('are 100, 1000, and 10000 by default', () => {
		const windows = new SlidingWindows();
		const passed = (from: number, count: number) =>
			Array.from({ length: count }, (_, index) => windows.arrive('k', from + index)).filter(
				(wait) => wait === 0,
			).length;
		expect(passed(0, 150)).toBe(100);
		// The window slides: the first arrival leaves it exactly one minute later.
		expect(windows.arrive('k', 59_999)).toBe(1);
		expect(windows.arrive('k', 60_000)).toBe(0);
		let total = 101;
		for (let minute = 2; minute < 60; minute += 1) total += passed(minute * 60_000, 101);
		expect(total).toBe(1000);
		for (let hour = 1; hour < 24; hour += 1) {
			for (let minute = 0; minute < 12; minute += 1)
				total += passed((hour * 60 + minute) * 60_000, 101);
		}
		expect(total).toBe(10_000);
	});

	test('a bucket without a limit per minute holds nobody up, now or later', () => {
		const windows = new SlidingWindows({ minute: 0, burst: 2 });
		const waits = () => Array.from({ length: 3 }, () => windows.arrive('k', 0));
		expect(waits()).toEqual([0, 0, 0]);
		windows.setLimits({ minute: 60 });
		expect(waits()).toEqual([0, 0, 1000]);
	});
});

describe('requirements of a request', () => {
	beforeEach(async () => {
		sandbox = await startSandbox();
	});

	test.each([
		['POST /seo/createPlatform', {}],
		['POST /seo/createPlatform', { name: 'x', type: 'wix' }],
		['POST /seo/createPlatform', { name: 'x', type: 'wix', config: [] }],
		['PUT /agent/connector/snippet/snip_hours', { name: 7 }],
		['PUT /agent/connector/snippet/snip_hours', { title: 'x' }],
		['PUT /agent/connector/whatsapp/set-whatsapp-first-message', { agent_id: 'agent_sales' }],
		['GET /agent/lead?page=2', undefined],
	])('%s with %j returns 400', async (route, body) => {
		expect((await call(sandbox, route, { body })).status).toBe(400);
	});

	test('a route of the service, below its base path', async () => {
		expect((await send(sandbox, 'GET /agent')).status).toBe(404);
		expect((await send(sandbox, 'DELETE /agent/lead')).status).toBe(404);
		expect((await send(sandbox, 'GET /nothing', { token: null })).status).toBe(401);
		expect((await send(sandbox, 'GET /agent/lead/%zz')).data).toEqual({
			message: expect.any(String),
		});
		const mounted = await startSandbox({ basePath: 'svc' });
		expect(mounted.url).toMatch(/:\d+\/svc$/);
		expect((await call(mounted, 'GET /agent/lead')).status).toBe(200);
		expect(mounted.requests).toMatchObject([{ path: '/agent/lead' }]);
		const outside = { ...mounted, url: mounted.url.replace('/svc', '') };
		expect((await send(outside, 'GET /agent/lead')).status).toBe(404);
		await mounted.close();
	});

	test('to this machine', async () => {
		await expect(startSandbox({ host: '0.0.0.0' })).rejects.toThrow('loopback');
		const { port } = new URL(sandbox.url);
		await expect(startSandbox({ port: Number(port) })).rejects.toThrow(
			`Port ${port} on 127.0.0.1 is in use`,
		);
	});
});
