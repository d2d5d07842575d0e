import {
	startSandbox,
	type Article,
	type Lead,
	type Platform,
	type Sandbox,
} from '../../../sandbox';
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

	test.each(routes)(
		'$operationId refuses what the balance does not pay',
		async ({ route, body, tokens }) => {
			sandbox.setBalance(tokens - 1);
			expect((await call(sandbox, route, { body })).status).toBe(402);
			expect(sandbox.balance().totalTokenCount).toBe(tokens - 1);
			sandbox.setBalance(0, tokens);
			expect((await call(sandbox, route, { body })).status).toBe(200);
			expect(sandbox.balance().totalTokenCount).toBe(0);
		},
	);
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

describe('billing', () => {
	test('lists active users of the own organization, for administrators only', async () => {
		const route = 'GET /billing/payments/getAllActivesUsers';
		const { users } = (await call(sandbox, route)).data as { users: Array<{ firstName: string }> };
		expect(users.map((user) => user.firstName)).toEqual(['Helena', 'Tomas', 'Priya', 'Oluwaseun']);
		expect((await call(sandbox, route, { token: sandbox.tokens.member })).status).toBe(403);
		const other = await call(sandbox, route, { token: sandbox.tokens.otherOrg });
		expect(other.data).toMatchObject({ users: [{ firstName: 'Ingrid' }, { firstName: 'Mateo' }] });
	});

	test('draws main tokens first and shows the balance after the request', async () => {
		sandbox.setBalance(3, 10);
		await call(sandbox, 'GET /agent/lead');
		const { data } = await call(sandbox, 'GET /billing-token/getTokenBalance');
		expect(data).toMatchObject({ mainTokenCount: 0, extraTokenCount: 7, totalTokenCount: 7 });
	});

	test('charges nothing for a refusal', async () => {
		const before = sandbox.balance();
		await call(sandbox, 'GET /agent/lead/lead_none');
		await call(sandbox, 'POST /seo/createPlatform', { body: { name: 'x' } });
		expect(sandbox.balance()).toEqual(before);
	});
});

describe('leads', () => {
	test('contain no ID and are read by one', async () => {
		const { leads } = (await call(sandbox, 'GET /agent/lead')).data as { leads: Lead[] };
		expect(leads).toHaveLength(sandbox.leadIds.length);
		for (const [index, { id }] of sandbox.leadIds.entries()) {
			expect((await call(sandbox, `GET /agent/lead/${id}`)).data).toEqual(leads[index]);
		}
		expect(JSON.stringify(leads)).not.toContain('"id"');
		expect(new Set(leads.map((lead) => lead.status)).size).toBe(4);
		expect(new Set(leads.map((lead) => lead.agentConversationId)).size).toBeLessThan(leads.length);
	});

	test('of another organization do not exist', async () => {
		const token = sandbox.tokens.otherOrg;
		expect(
			(await call(sandbox, `GET /agent/lead/${sandbox.leadIds[0].id}`, { token })).status,
		).toBe(404);
		const { leads } = (await call(sandbox, 'GET /agent/lead', { token })).data as { leads: Lead[] };
		expect(leads.map((lead) => lead.firstName)).toEqual(['Erik', 'Nadia', 'Samuel']);
	});

	test('can be added, changed and removed behind the service', async () => {
		const { id, lead } = sandbox.addLead({ id: 'a b/ü', firstName: 'Nora' });
		const route = `GET /agent/lead/${encodeURIComponent(id)}`;
		expect((await call(sandbox, route)).data).toEqual(lead);
		sandbox.updateLead(id, { status: 'contacted' });
		expect((await call(sandbox, route)).data).toEqual({ ...lead, status: 'contacted' });
		sandbox.removeLead(id);
		expect((await call(sandbox, route)).status).toBe(404);
		expect(sandbox.addLead().id).not.toBe(sandbox.addLead().id);
	});
});

describe('snippets', () => {
	const route = 'PUT /agent/connector/snippet/snip_returns';

	test('keep the fields that are absent', async () => {
		const { data: start } = await call(sandbox, route, { body: {} });
		const { data } = await call(sandbox, route, { body: { description: '' } });
		expect(data).toEqual({ ...start, description: '', updatedAt: expect.any(String) });
		expect(data.updatedAt).not.toBe(start.updatedAt);
		expect((await call(sandbox, route, { body: {} })).data).toEqual(data);
	});

	test('of another organization, or unknown, return 404 and stay unchanged', async () => {
		const body = { content: 'changed' };
		const { otherOrg } = sandbox.tokens;
		expect((await call(sandbox, route, { body, token: otherOrg })).status).toBe(404);
		expect((await call(sandbox, 'PUT /agent/connector/snippet/none', { body })).status).toBe(404);
		expect((await call(sandbox, route, { body: {} })).data.content).not.toBe('changed');
	});
});

describe('the first WhatsApp message', () => {
	const route = 'PUT /agent/connector/whatsapp/set-whatsapp-first-message';

	test('is stored unchanged', async () => {
		const first_message = 'Hi {{firstName}} 👋\n"welcome"';
		const { data } = await call(sandbox, route, {
			body: { agent_id: 'agent_sales', first_message },
		});
		expect(data).toEqual({ message: expect.any(String) });
		expect(sandbox.firstMessage('agent_sales')).toBe(first_message);
	});

	test('cannot be set for an agent of another organization', async () => {
		const before = sandbox.firstMessage('agent_nl_sales');
		const body = { agent_id: 'agent_nl_sales', first_message: 'x' };
		expect((await call(sandbox, route, { body })).status).toBe(404);
		expect(sandbox.firstMessage('agent_nl_sales')).toBe(before);
	});
});

describe('SEO', () => {
	const create = 'POST /seo/createPlatform';
	const config = { domain: 'https://a.example.com', username: 'u', applicationPassword: 'p' };

	test('adds a platform to the own organization, last in the list', async () => {
		const body = { name: 'New', type: 'wordpress', config };
		const { data: created } = await call(sandbox, create, { body });
		expect(created).toMatchObject({
			...body,
			invalidConfig: false,
			clientOrgId: 'org_brightwater',
		});
		const platforms = (await call(sandbox, 'GET /seo/getPlatforms')).data as Platform[];
		expect(platforms.map(({ id }) => id)).toEqual([...sandbox.platformIds, created.id]);
		expect(platforms.map((platform) => platform.invalidConfig)).toEqual([
			false,
			false,
			true,
			false,
		]);
	});

	test.each([
		['wordpress', {}, true],
		['wordpress', { ...config, username: '' }, true],
		['wordpress', { ...config, applicationPassword: 7 }, true],
		['wix', {}, false],
	])('judges a %s platform with %j', async (type, given, invalidConfig) => {
		const { data } = await call(sandbox, create, { body: { name: 'x', type, config: given } });
		expect(data).toMatchObject({ invalidConfig });
	});

	test('lists articles newest first, with their platform as it is now', async () => {
		const added = sandbox.addArticle({ platformId: 'plat_shop', title: 'Brand new' });
		sandbox.updatePlatform('plat_shop', { invalidConfig: true });
		const articles = (await call(sandbox, 'GET /seo/getArticles')).data as Article[];
		expect(articles).toHaveLength(11);
		expect(articles[0]).toMatchObject({
			id: added.id,
			title: 'Brand new',
			platform: { invalidConfig: true },
		});
		const numbers = articles.slice(1, 9).map(({ postId }) => Number(postId));
		expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
		expect(articles.at(-1)).toMatchObject({ id: 'art_g1' });
	});

	test('lists the articles of one job of the own organization', async () => {
		const route = 'GET /seo/getArticlesBySeoJobId?seoJobId=';
		const { data } = await call(sandbox, `${route}seo_job_4502`);
		expect((data as Article[]).map(({ id }) => id)).toEqual(['art_1206', 'art_1205', 'art_1204']);
		expect((await call(sandbox, `${route}seo_job_7003`)).status).toBe(404);
		expect((await call(sandbox, `${route}none`)).status).toBe(404);
		expect((await call(sandbox, 'GET /seo/getArticlesBySeoJobId')).status).toBe(400);
	});

	test('keeps the organizations apart', async () => {
		const token = sandbox.tokens.otherOrg;
		for (const route of ['GET /seo/getArticles', 'GET /seo/getPlatforms', 'GET /agent/lead']) {
			const text = JSON.stringify((await call(sandbox, route, { token })).data);
			expect(text).toContain('org_northlight');
			expect(text).not.toContain('org_brightwater');
		}
	});
});
