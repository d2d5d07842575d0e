import axios, { type AxiosResponse } from 'axios';

import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { prepare } from '../../../nodes/AgentSuite/transport/request';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { responseShape, validateAnswer, validateRequest } from '../../../sandbox/contract';
import { SlidingWindows } from '../../../sandbox/limits';
import { working } from '../../support/operationExamples';

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

/** One request, whose response must match the contract. `token`: null sends none. Default: that of the administrator. */
async function call(
	route: string,
	{ token = sandbox.tokens.admin, body }: { token?: string | null; body?: object } = {},
): Promise<AxiosResponse> {
	const [method, path] = route.split(' ');
	const headers = token === null ? {} : { authorization: `Bearer ${token}` };
	const options = { method, url: sandbox.url + path, data: body, headers, validateStatus: null };
	const answer = await axios.request(options);
	const { operationId = '' } = validateRequest({ method, path });
	expect(validateAnswer(operationId, answer.status, answer.data)).toEqual([]);
	return answer;
}

const list = 'GET /agent/lead';

test('a token is required, each fails in its own way, and only processed requests cost tokens', async () => {
	sandbox = await startSandbox({ basePath: '/api/v1/' });
	const { adminSecond, expired, revoked } = sandbox.tokens;
	const status = async (token: string | null) => (await call(list, { token })).status;
	for (const token of [null, 'nonsense', 'constructor', revoked])
		expect(await status(token)).toBe(401);
	expect(await status(expired)).toBe(403);
	expect(await status(adminSecond)).toBe(200);
	expect(sandbox.requests.filter(({ tokens }) => tokens > 0)).toMatchObject([
		{ path: '/agent/lead' },
	]);
});

/** The first list in a response. */
function recordsIn(data: unknown): object[] {
	if (Array.isArray(data)) return data as object[];
	if (typeof data !== 'object' || data === null) return [];
	const lists = Object.values(data).map(recordsIn);
	return lists.find((records) => records.length > 0) ?? [];
}

test.each(Object.values<Operation>(table).filter(({ response }) => response.kind === 'list'))(
	'$id: its list has three records at least in sandbox/seed.ts, and none of another organization',
	async (operation) => {
		sandbox = await startSandbox();
		const { otherOrg: token } = sandbox.tokens;
		const { url } = prepare(operation, '', { options: {}, ...working[operation.id] });
		const route = `${operation.method} ${url}`;
		const own = recordsIn((await call(route)).data);
		const other = recordsIn((await call(route, { token })).data);
		// Tests of limits need three.
		if (own.length < 3)
			throw new Error(
				`${operation.id} returns ${own.length} records: add at least three of homeOrg to sandbox/seed.ts`,
			);
		const texts = new Set(own.map((record) => JSON.stringify(record)));
		expect(other.filter((record) => texts.has(JSON.stringify(record)))).toEqual([]);
	},
);

test('a record with a list of objects in it is a record, and the secrets in that list are known', () => {
	const site = {
		type: 'object',
		properties: { url: { type: 'string' }, key: { type: 'string', 'x-secret': true as const } },
	};
	const record = {
		type: 'object',
		properties: { id: { type: 'string' }, sites: { type: 'array', items: site } },
		example: { id: 'a', sites: [{ url: 'https://a.example', key: 'b' }] },
	};
	expect(responseShape('test.get', record)).toEqual({
		kind: 'record',
		documented: record.example,
		secrets: { paths: ['sites.key'] },
	});
	const nested = { type: 'array', items: { type: 'array', items: site } };
	expect(() =>
		responseShape('test.get', { ...record, properties: { ...record.properties, sites: nested } }),
	).toThrow('sites is a list of lists with a secret');
	const list = { type: 'object', properties: { records: { type: 'array', items: record } } };
	expect(responseShape('test.getAll', list)).toEqual({
		kind: 'list',
		listIn: 'records',
		documented: record.example,
		secrets: { paths: ['sites.key'] },
	});
});

test('a record that is not there, or is of another organization, is not found', async () => {
	sandbox = await startSandbox();
	const [{ id }] = sandbox.leadIds;
	const { otherOrg: token } = sandbox.tokens;
	expect((await call(`GET /agent/lead/${id}`)).status).toBe(200);
	expect((await call(`GET /agent/lead/${id}`, { token })).status).toBe(404);
	expect((await call('GET /agent/lead/lead_gone')).status).toBe(404);
});

test('429 beyond the limit of a token, neither charged nor counted', async () => {
	sandbox = await startSandbox({ limits: { minute: 2 } });
	for (let request = 0; request < 2; request++) await call(list);
	const before = sandbox.balance();
	const refused = await call(list);
	expect(refused.status).toBe(429);
	// The seconds that are left, and a slow machine can take some.
	expect(refused.headers['retry-after']).toMatch(/^(5\d|60)$/);
	expect(sandbox.balance()).toEqual(before);
	expect(sandbox.requests.at(-1)).toMatchObject({ status: 429, tokens: 0 });
	expect((await call(list, { token: sandbox.tokens.adminSecond })).status).toBe(200);
});

test('the limits are 100 a minute, 1000 an hour, and 10000 a day, in sliding windows', async () => {
	sandbox = await startSandbox();
	const windows = new SlidingWindows();
	const arrive = (minute: number) => windows.arrive('k', minute * 60_000);
	const passed = (minute: number) =>
		Array.from({ length: 150 }, () => arrive(minute)).filter((wait) => wait === 0).length;
	expect(passed(0)).toBe(100);
	expect(windows.arrive('k', 59_999)).toBe(1);
	let total = 100;
	for (let minute = 1; minute < 60; minute++) total += passed(minute);
	expect(total).toBe(1000);
	for (let minute = 60; minute < 24 * 60; minute++) total += passed(minute);
	expect(total).toBe(10_000);
});

test.each([
	['POST /seo/createPlatform', {}],
	['POST /seo/createPlatform', { name: 'x', type: 'wix' }],
	['POST /seo/createPlatform', { name: 'x', type: 'wix', config: [] }],
	['PUT /agent/connector/snippet/snip_hours', { name: 7 }],
	['PUT /agent/connector/snippet/snip_hours', { title: 'x' }],
	['PUT /agent/connector/whatsapp/set-whatsapp-first-message', { agent_id: 'agent_sales' }],
	['GET /agent/lead?page=2', undefined],
	['GET /seo/getArticlesBySeoJobId', undefined],
])('%s with %j returns 400', async (route, body) => {
	sandbox = await startSandbox();
	expect((await call(route, { body })).status).toBe(400);
});

test('a fault hits the requests of its method and path, and no more than it should', async () => {
	sandbox = await startSandbox();
	const status = async (route: string) => (await call(route, { body: { name: 'x' } })).status;
	sandbox.addFault({ kind: 'status', status: 500, match: { method: 'put' } });
	sandbox.addFault({ kind: 'status', status: 500, match: { path: /getPl/g } });
	sandbox.addFault({ kind: 'status', status: 503, times: 0 });
	expect((await call(list)).status).toBe(200);
	for (const expected of [500, 200])
		expect((await call('GET /seo/getPlatforms')).status).toBe(expected);
	for (const expected of [500, 200])
		expect(await status('PUT /agent/connector/snippet/snip_hours')).toBe(expected);
});

test('it only listens on this machine', async () => {
	sandbox = await startSandbox();
	await expect(startSandbox({ host: '0.0.0.0' })).rejects.toThrow('loopback');
});
