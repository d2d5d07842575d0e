import { WITHHELD } from '../../../nodes/AgentSuite/transport/secrecy/withhold';
import { type Fault } from '../../../sandbox';
import { built } from '../../support/built';
import { expectNoSecrets } from '../../support/secrecy';
import { useQuickService, working } from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useQuickService();

const secrets = () => service.secrets;
let accounts = 0;

/** Runs an operation that has to fail. The fault is permanent, so that retries fail too. */
async function failing(id: string, fault?: Fault, more: { token?: string; options?: object } = {}) {
	if (fault) service.sandbox.addFault({ ...fault, times: Infinity });
	// A separate account for each 429, because its pause would delay the next test.
	const own = fault?.kind === 'status' && fault.status === 429;
	const accessToken = more.token ?? (own ? `account-${++accounts}` : service.sandbox.tokens.admin);
	const result = await service.run(
		id,
		{ ...working[id], options: { maxWait: 1, ...more.options } },
		{ credential: { accessToken } },
	);
	const { error, run, outputs } = result;
	if (!error) throw new Error(`${id} did not fail`);
	expect(error.name).toBe('NodeApiError');
	expect(run.status).toBe('error');
	expect(outputs.flat()).toEqual([]);
	expect(error.message).toMatch(/\[item 0\]$/);
	expectNoSecrets(result, [...secrets(), accessToken]);
	return error;
}

const statuses: Array<[number, RegExp, RegExp]> = [
	[400, /rejected the request/, /Check the parameters/],
	[
		401,
		/access token is missing or invalid/,
		/Generate a token in the service dashboard.*credential/,
	],
	[402, /token balance is too low/, /Buy tokens/],
	[403, /expired or does not allow/, /Generate a new token/],
	[404, /API was not found|was not found/, /base URL|ID/],
	[413, /too large/, /Shorten/],
	[422, /rejected the request/, /reason given by the service/],
	[429, /rate limit|pause the service asked for/, /limits|Max Wait/],
	[500, /could not process the request/, /Try again later|Check before you retry/],
	[502, /unavailable/, /Try again later|Check before you retry/],
	[503, /unavailable/, /Try again later|Check before you retry/],
	[504, /unavailable/, /Try again later|Check before you retry/],
];

describe.each(statuses)('status %d', (status, message, description) => {
	test.each(Object.keys(working))('%s', async (id) => {
		const error = await failing(id, { kind: 'status', status, body: { message: 'Said so.' } });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(String(status));
		// A refused wait is not a response of the service.
		if (!error.message.startsWith('Request not sent')) {
			expect(error.message).toContain(`(HTTP ${status}): Said so.`);
		}
	});
});

test('a body without a message is not shown', async () => {
	for (const body of ['', '<html><body>Bad gateway</body></html>', '{}', '[]', 'null', '0']) {
		service.sandbox.clearFaults();
		const error = await failing('lead.getAll', { kind: 'garbage', status: 500, body });
		expect(error.message).toBe('The service could not process the request (HTTP 500) [item 0]');
	}
});

describe('error texts of the service are checked', () => {
	const wordpress = {
		domain: 'blog.example.com',
		username: 'admin',
		applicationPassword: 'abcd EFGH 1234 ijkl',
	};
	const withheld = 'The reason contains a secret, so it is not shown';
	const said = (error?: { message: string; description?: string | null }) =>
		`${error?.message} ${error?.description}`;

	test.each(Object.keys(working))('%s: what stood in ordinary fields is shown', async (id) => {
		const message = 'Domain blog.example.com is invalid for admin, an administrator';
		service.sandbox.addFault({ kind: 'status', status: 400, body: { message } });
		const { error } = await service.run(id, { ...working[id], ...wordpress });
		expect(said(error)).toContain(message);
	});

	test.each(Object.keys(working))(
		'%s: a reason with the token is left out, and so is one with the password that was sent',
		async (id) => {
			for (const secret of [service.sandbox.tokens.admin, 'abcd-EFGH/1234\\nIJKL']) {
				const message = `Domain blog.example.com is invalid (${secret})`;
				service.sandbox.clearFaults();
				service.sandbox.addFault({ kind: 'status', status: 400, body: { message } });
				const { error } = await service.run(id, { ...working[id], ...wordpress });
				// Only one operation has sent the password.
				const isSecret = !secret.startsWith('abcd') || id === 'seoPlatform.create';
				expect(said(error).includes(withheld)).toBe(isSecret);
				expect(said(error).includes(message)).toBe(!isSecret);
			}
		},
	);

	test.each([
		['a number of an expression', '={{ 48151623 }}', 'is 48151623'],
		['a text', '4815 1623', 'is 4815-1623'],
	])('an application password that is %s is not shown', async (_, applicationPassword, message) => {
		service.sandbox.addFault({ kind: 'status', status: 400, body: { message } });
		const parameters = { ...working['seoPlatform.create'], ...wordpress, applicationPassword };
		const result = await service.run('seoPlatform.create', parameters);
		expect(result.error?.message).toContain(withheld);
		expect(`${result.error?.message}${result.error?.description}`).not.toMatch(/4815/);
	});

	test.each([
		['a text', { key: 'k3y-of-Shop' }, 'got K3Y OF SHOP'],
		['a number', { deep: [{ pin: 48151623 }] }, 'got 48151623'],
	])('so is %s in a free config', async (_, config, message) => {
		service.sandbox.addFault({ kind: 'status', status: 400, body: { message } });
		const shop = { name: 'Shop', platformType: 'wix', config: settingsOf(config) };
		const { error } = await service.run('seoPlatform.create', shop);
		expect(error?.message).toContain(withheld);
	});

	test('a success that quotes the password comes without that value, and with what was sent in ordinary fields', async () => {
		const body = { id: 'p', message: 'Created abcdEFGH1234ijkl for admin' };
		service.sandbox.addFault({ kind: 'status', status: 200, body });
		const create = {
			...working['seoPlatform.create'],
			...wordpress,
			name: 'The abcdEFGH1234ijkl blog',
		};
		const first = await service.run('seoPlatform.create', create);
		expect(first.json).toEqual([{ id: 'p', message: WITHHELD }]);
		const note = ['abcd EFGH 1234 ijkl', `for ${service.sandbox.tokens.admin}`];
		const record = { id: 'p', name: create.name, note, config: wordpress };
		service.sandbox.addFault({ kind: 'status', status: 200, body: record });
		const options = { includeSecrets: true };
		const second = await service.run('seoPlatform.create', { ...create, options });
		expect(second.json).toEqual([{ ...record, note: [WITHHELD, WITHHELD] }]);
	});

	test('a success keeps its id, dates, and addresses, although they contain short texts of the config', async () => {
		const body = {
			id: 'plat_1234_blog',
			message: 'Created',
			createdAt: '2026-11-23T12:34:56.123Z',
			link: 'https://blog.example.com/1234',
		};
		service.sandbox.addFault({ kind: 'status', status: 200, body });
		const config = settingsOf({ pin: '1234', kind: 'blog', year: '2026' });
		const shop = { name: 'Shop', platformType: 'wix', config };
		expect((await service.run('seoPlatform.create', shop)).json).toEqual([body]);
	});

	test('nor is it a name of a field, and documented names stay', async () => {
		const body = { id: 'p', message: 'Created', wrong: { 'abcd EFGH 1234 ijkl': 1 } };
		service.sandbox.addFault({ kind: 'status', status: 200, body });
		const create = { ...working['seoPlatform.create'], ...wordpress };
		const { json } = await service.run('seoPlatform.create', create);
		expect(json).toEqual([{ id: 'p', message: 'Created', wrong: { [WITHHELD]: 1 } }]);
		service.sandbox.addFault({
			kind: 'status',
			status: 200,
			body: { id: 'p', name: 'Shop', message: 'Created' },
		});
		const config = settingsOf({ text: 'message', other: 'name' });
		const shop = { name: 'Shop', platformType: 'wix', config };
		expect((await service.run('seoPlatform.create', shop)).json).toEqual([
			{ id: 'p', name: 'Shop', message: 'Created' },
		]);
	});

	test.each(['The job was canceled', 'CANCELLED by the owner'])('%j', async (text) => {
		for (const id of ['lead.getAll', 'seoPlatform.create']) {
			service.sandbox.clearFaults();
			// failing() looks at the status of the run: it must be error, not canceled.
			await failing(id, { kind: 'status', status: 500, body: { message: text } });
		}
	});
});

describe('refusals of the sandbox', () => {
	test.each<[string, string, number, RegExp]>([
		['billing.getActiveUsers', 'member', 403, /Only administrators.*administrator/],
		['lead.getAll', 'expired', 403, /Generate a new token/],
		['lead.getAll', 'revoked', 401, /Generate a token/],
		['lead.get', 'otherOrg', 404, /Your organization has no lead/],
		['snippet.update', 'otherOrg', 404, /Your organization has no snippet/],
		['whatsApp.setFirstMessage', 'otherOrg', 404, /Your organization has no agent/],
		['article.getBySeoJob', 'otherOrg', 404, /Your organization has no SEO job/],
	])('%s with the token "%s" returns %d', async (id, who, status, description) => {
		const token = service.sandbox.tokens[who as 'member'];
		const { httpCode, description: cure, message } = await failing(id, undefined, { token });
		expect(httpCode).toBe(String(status));
		expect(cure).toMatch(description);
		expect(message).toContain(`(HTTP ${status})`);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('a request that the balance does not cover', async () => {
		service.sandbox.setBalance(4);
		const { message } = await failing('lead.getAll');
		expect(message).toContain('(HTTP 402): Token balance too low: 5 needed, 4 left');
	});
});

test('a wrong path in the base URL differs from a missing record', async () => {
	const { error } = await service.run(
		'lead.getAll',
		{},
		{
			credential: { baseUrl: `${service.sandbox.url}/wrong` },
		},
	);
	expect(error?.httpCode).toBe('404');
	expect(error?.description).toContain('Check the host and path of the base URL');
});

test('a redirect to the result of a create counts as processed: it is charged and not sent again', async () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	for (const status of [302, 303]) {
		service.sandbox.reset();
		const location = `${service.sandbox.url}/seo/platform/1`;
		service.sandbox.addFault({ kind: 'redirect', location, status, times: Infinity });
		const { error, task } = await service.run(
			'seoPlatform.create',
			{ ...working['seoPlatform.create'], options: { maxTokens: 100 } },
			{ settings },
		);
		expect(error?.description).toContain('Check before you retry');
		expect(service.sandbox.requests).toHaveLength(1);
		expect(JSON.stringify(task.hints ?? [])).not.toContain('0 more');
	}
});

describe('the details of an error', () => {
	const dataOf = (error: unknown) => (error as { context: { data?: object } }).context.data;

	test('name method, path, what the service says, and the tokens', async () => {
		const says = (message: string, status: number): Fault => ({
			kind: 'status',
			status,
			body: { message },
		});
		expect(dataOf(await failing('snippet.update', says('Too long', 400)))).toEqual({
			request: expect.stringMatching(/^PUT \/agent\/connector\/snippet\/\w+$/) as string,
			response: 'Too long',
			tokens: '5 might have been charged',
		});
		service.sandbox.clearFaults();
		expect(dataOf(await failing('lead.getAll', says('No', 401)))).toEqual({
			request: 'GET /agent/lead',
			response: 'No',
			tokens: 'none charged',
		});
	});

	test('also for a refusal with a status of success, which is charged', async () => {
		const body = '{"name":"ValidationError","message":"Too long"}';
		const error = await failing('seoPlatform.create', { kind: 'garbage', body });
		expect(error.message).toContain('a refusal instead of a platform: Too long');
		expect(dataOf(error)).toEqual({
			request: 'POST /seo/createPlatform',
			response: 'Too long',
			tokens: '5 charged',
		});
	});

	test('name nothing if nothing was sent, and no secret', async () => {
		const { error } = await service.run('lead.get', { leadId: '../x' });
		expect(dataOf(error)).toBeUndefined();
		const secret = {
			name: 'Shop',
			platformType: 'wix',
			config: settingsOf({ key: 'k3y-of-Shop' }),
		};
		const body = '{"success":false,"message":"got k3y-of-Shop"}';
		service.sandbox.addFault({ kind: 'garbage', body });
		const refused = await service.run('seoPlatform.create', secret);
		expect(JSON.stringify(dataOf(refused.error))).not.toContain('k3y');
		const { admin } = service.sandbox.tokens;
		const fault = { kind: 'garbage', body: `{"success":false,"message":"got ${admin}"}` } as const;
		expect(dataOf(await failing('lead.getAll', fault))).toMatchObject({
			response: 'The reason contains a secret, so it is not shown',
		});
	});
});

test('an error that nobody foresaw is told without the token that it contains', async () => {
	const { leadGet } =
		built<typeof import('../../../nodes/AgentSuite/resources/operations')>('resources/operations');
	const { records } = leadGet;
	leadGet.records = () => {
		throw new TypeError(`Cannot read ${service.sandbox.tokens.admin}`);
	};
	const result = await service.run('lead.get', working['lead.get']);
	leadGet.records = records;
	expect(result.error?.message).toMatch(
		/^The node stopped for an unknown reason: The reason contains a secret/,
	);
	expectNoSecrets(result, secrets());
});
