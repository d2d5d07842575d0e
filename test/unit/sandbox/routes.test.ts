import { startSandbox, type Sandbox } from '../../../sandbox';
import { call, routes } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ basePath: '/api/v1/', leadCount: 3, articleCount: 2 });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

test('a token is required, and each fails in its own way', async () => {
	const { adminSecond, expired, revoked } = sandbox.tokens;
	const status = async (token: string | null) =>
		(await call(sandbox, 'GET /agent/lead', { token })).status;
	for (const token of [null, 'nonsense', 'constructor', revoked])
		expect(await status(token)).toBe(401);
	expect(await status(expired)).toBe(403);
	expect(await status(adminSecond)).toBe(200);
	expect(sandbox.requests.filter(({ tokens }) => tokens > 0)).toHaveLength(1);
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
