import { startSandbox, type Sandbox } from '../../../sandbox';
import { call, routes } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ basePath: '/api/v1/', leadCount: 3, articleCount: 2 });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

describe('every route', () => {
	test.each(routes)('$operationId responds, and costs $tokens', async ({ route, body, tokens }) => {
		const before = sandbox.balance().totalTokenCount;
		expect((await call(sandbox, route, { body })).status).toBe(200);
		expect(sandbox.balance().totalTokenCount).toBe(before - tokens);
		expect(sandbox.requests).toMatchObject([{ status: 200, tokens, body }]);
	});

	test.each(routes)('$operationId wants a token', async ({ route, body }) => {
		const { adminSecond, expired, revoked } = sandbox.tokens;
		const status = async (token: string | null) =>
			(await call(sandbox, route, { body, token })).status;
		expect(await status(null)).toBe(401);
		expect(await status('nonsense')).toBe(401);
		expect(await status('constructor')).toBe(401);
		expect(await status(revoked)).toBe(401);
		expect(await status(expired)).toBe(403);
		expect(await status(adminSecond)).toBe(200);
		expect(sandbox.requests.map(({ tokens }) => tokens > 0)).toEqual([
			false,
			false,
			false,
			false,
			false,
			true,
		]);
	});
});

/** The first list in a response. */
function recordsIn(data: unknown): object[] {
	if (Array.isArray(data)) return data as object[];
	if (typeof data !== 'object' || data === null) return [];
	return (
		Object.values(data)
			.map(recordsIn)
			.find((records) => records.length > 0) ?? []
	);
}

test.each(routes.filter(({ operationId }) => operationId.endsWith('.getAll')))(
	'$operationId lists three records at least, and none of another organization',
	async ({ route }) => {
		const own = recordsIn((await call(sandbox, route)).data);
		const other = recordsIn((await call(sandbox, route, { token: sandbox.tokens.otherOrg })).data);
		// Tests of limits need three. Add records to sandbox/seed.ts.
		expect(own.length).toBeGreaterThan(2);
		const texts = new Set(own.map((record) => JSON.stringify(record)));
		expect(other.filter((record) => texts.has(JSON.stringify(record)))).toEqual([]);
	},
);
