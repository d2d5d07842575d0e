import type { IDataObject } from 'n8n-workflow';

import { isSecret } from '../../../nodes/AgentSuite/model/field';
import { type Fault } from '../../../sandbox';
import { built } from '../../support/built';
import { log } from '../../support/log';
import { expectNoSecrets } from '../../support/secrecy';
import { operations, useQuickService, working } from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useQuickService();

const secrets = () => service.secrets;
let accounts = 0;

/** One of each effect. The create sends secrets. */
const ofEachEffect = ['lead.getAll', 'snippet.update', 'seoPlatform.create'];

/** Whether an operation sends secrets, after which no text of the service is shown. */
const hasSecrets = (id: string) => operations[id].fields.some(isSecret);

/** Runs an operation that has to fail. The fault is permanent, so that retries fail too. */
async function failing(id: string, fault?: Fault, more: { token?: string; options?: object } = {}) {
	if (fault) service.sandbox.addFault({ ...fault, times: Infinity });
	// A separate account for each pause, which would delay the next test.
	const own = fault?.kind === 'status' && [429, 503].includes(fault.status);
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

/** What to do, by the effect of the request. */
const inDoubt = /A retry costs tokens again|You can safely retry|Check before you retry/;

const statuses: Array<[number, RegExp, RegExp]> = [
	[400, /rejected the request/, /Check the parameters|application password/],
	[
		401,
		/access token is missing or invalid/,
		/Generate a token in the service dashboard.*credential/,
	],
	[402, /token balance is too low/, /Buy tokens/],
	[403, /expired or does not allow/, /Generate a new token/],
	[404, /API was not found|was not found/, /base URL|ID/],
	[407, /proxy .* requires a login/, /proxy settings/],
	[413, /too large/, /Shorten/],
	[422, /rejected the request/, /if the service gave one|application password/],
	[429, /^Rate limit/, /limits|Max Wait/],
	[500, /could not process the request/, inDoubt],
	[502, /unavailable/, inDoubt],
	[503, /unavailable/, inDoubt],
	[504, /unavailable/, inDoubt],
];

/** What is shown below an error, under the details. */
const dataOf = (error: unknown) =>
	(error as { context: { data?: IDataObject } } | undefined)?.context.data as IDataObject;

describe.each(statuses)('status %d', (status, message, description) => {
	test.each(ofEachEffect)('%s', async (id) => {
		const error = await failing(id, { kind: 'status', status, body: { message: 'Said so.' } });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(String(status));
		// A wait that is too long is not about one response of the service.
		const said = hasSecrets(id) ? undefined : 'Said so.';
		if (status !== 429) expect(dataOf(error).response).toBe(said);
	});
});

test('the message has the words of the service once', async () => {
	const body = { message: 'The phone number is not valid' };
	const error = await failing('lead.get', { kind: 'status', status: 422, body });
	expect(error.message).toBe(
		'The service rejected the request (HTTP 422): The phone number is not valid [item 0]',
	);
	expect(error.description).not.toContain('phone');
	expect(dataOf(error)).toMatchObject({
		request: expect.stringMatching(/^GET .agent.lead.\w+$/) as string,
		response: body.message,
	});
});

test('a rate limit says until when, with the time of day', async () => {
	const headers = { 'Retry-After': '600' };
	const error = await failing('lead.getAll', { kind: 'status', status: 429, headers });
	expect(error.message).toMatch(
		/^Rate limit: the service asked to pause until \d\d:\d\d \S+: .* \[item 0\]$/,
	);
	expect(error.description).toContain("raise the option 'Max Wait (Seconds)' (now 1 s)");
});

test('a 503 that asks for more than Max Wait is not sent again, and says how long', async () => {
	const headers = { 'Retry-After': '600' };
	const error = await failing('lead.getAll', { kind: 'status', status: 503, headers });
	expect(error.message).toContain('unavailable');
	expect(error.description).toContain(
		"Try again in 10 min, or raise the option 'Max Wait (Seconds)' (now 1 s). The node has already sent 1 request. If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.",
	);
	expect(service.sandbox.requests).toHaveLength(1);
});

test('a body without a message is not shown', async () => {
	for (const body of ['', '<html><body>Bad gateway</body></html>', '{}', '[]', 'null', '0']) {
		service.sandbox.clearFaults();
		const error = await failing('lead.getAll', { kind: 'garbage', status: 500, body });
		expect(error.message).toBe('The service could not process the request (HTTP 500) [item 0]');
	}
});

describe('error texts of the service', () => {
	const wordpress = {
		domain: 'blog.example.com',
		username: 'admin',
		applicationPassword: 'abcd EFGH 1234 ijkl',
	};
	const withheld = 'The reason contains the access token, so it is not shown';
	const said = (error?: { message: string; description?: string | null }) =>
		`${error?.message} ${error?.description} ${JSON.stringify(dataOf(error))}`;

	test.each(ofEachEffect)('%s: are shown, unless it has sent a secret', async (id) => {
		const message = 'Domain blog.example.com is invalid for admin, an administrator';
		service.sandbox.addFault({ kind: 'status', status: 400, body: { message } });
		const { error } = await service.run(id, { ...working[id], ...wordpress });
		expect(said(error).includes(message)).toBe(!hasSecrets(id));
	});

	test.each(ofEachEffect)('%s: are left out with the token', async (id) => {
		const { admin } = service.sandbox.tokens;
		for (const status of [400, 500]) {
			const message = `The domain is invalid (${admin})`;
			const error = await failing(id, { kind: 'status', status, body: { message } });
			expect(said(error).includes(withheld)).toBe(!hasSecrets(id));
			expect(said(error)).not.toContain('domain is invalid');
			service.sandbox.clearFaults();
		}
	});

	/** How a service could quote a secret. */
	const written: Array<[string, (secret: string) => string]> = [
		['as it is', (secret) => secret],
		['in capitals', (secret) => secret.toUpperCase()],
		['without spaces', (secret) => secret.replaceAll(' ', '')],
		['cut', (secret) => secret.slice(0, 12)],
		['URL-encoded', encodeURIComponent],
		['in base64', (secret) => Buffer.from(`admin:${secret}`).toString('base64')],
		['in hex', (secret) => Buffer.from(secret).toString('hex')],
	];
	const secretRequests: Array<[string, IDataObject]> = [
		[wordpress.applicationPassword, wordpress],
		[
			'k3y of the Shop 99',
			{ platformType: 'wix', config: settingsOf({ key: 'k3y of the Shop 99' }) },
		],
	];

	test.each(written)(
		'no secret that was sent is shown %s, whatever the service responds',
		async (_, write) => {
			for (const [secret, parameters] of secretRequests) {
				const quoted = write(secret);
				const message = `It is wrong: ${quoted}`;
				const faults: Fault[] = [
					...[400, 401, 402, 403, 404, 422, 429, 500, 503].map((status): Fault => ({
						kind: 'status',
						status,
						body: { message },
						headers: { 'X-Request-Id': quoted.replaceAll(' ', '') },
					})),
					{ kind: 'status', status: 200, body: { success: false, message } },
					{
						kind: 'status',
						status: 200,
						body: { id: 'p', message, debug: { [quoted]: [quoted] } },
					},
					{ kind: 'garbage', status: 200, body: message },
					{ kind: 'redirect', location: `https://${encodeURIComponent(quoted)}.example.com/` },
				];
				for (const fault of faults) {
					service.sandbox.clearFaults();
					service.sandbox.addFault(fault);
					const create = {
						...working['seoPlatform.create'],
						...parameters,
						options: { maxWait: 0 },
					};
					const accessToken = `account-${++accounts}`;
					const result = await service.run('seoPlatform.create', create, {
						credential: { accessToken },
					});
					const shown =
						JSON.stringify([result.json, said(result.error), result.task.hints]) + log.text;
					expect({ fault, at: shown.indexOf(quoted) }).toEqual({ fault, at: -1 });
				}
			}
		},
	);

	test('a 400 of a create still tells the user what to check', async () => {
		const body = { message: 'The domain is unknown' };
		const error = await failing('seoPlatform.create', { kind: 'status', status: 400, body });
		expect(error.message).toBe('The service rejected the request (HTTP 400) [item 0]');
		expect(error.description).toMatch(/^Check the name and type, .* application password/);
	});

	test('a success of a create has its documented fields, and the secret only for who includes it', async () => {
		const record = { id: 'plat_1234_blog', name: 'Blog', type: 'wordpress', invalidConfig: false };
		const body = { ...record, config: wordpress, note: 'for abcd EFGH 1234 ijkl', id2: 1 };
		for (const includeSecrets of [false, true]) {
			service.sandbox.addFault({ kind: 'status', status: 200, body });
			const create = {
				...working['seoPlatform.create'],
				...wordpress,
				options: { includeSecrets },
			};
			const { json } = await service.run('seoPlatform.create', create);
			expect(json).toEqual([includeSecrets ? { ...record, config: wordpress } : record]);
		}
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
		['billing.getActiveUsers', 'member', 403, /^Generate a new token.*, and paste it/],
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
		expect(message).toMatch(/not found|Only users with the role|token/);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('a request that the balance does not cover', async () => {
		service.sandbox.setBalance(4);
		const { message } = await failing('lead.getAll');
		expect(message).toBe(
			'The token balance is too low for this request: Token balance too low: 5 needed, 4 left [item 0]',
		);
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
	for (const status of [301, 302, 303]) {
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
	test('name method, path, what the service says, and the tokens', async () => {
		const says = (message: string, status: number): Fault => ({
			kind: 'status',
			status,
			body: { message },
		});
		expect(dataOf(await failing('snippet.update', says('Too long', 400)))).toEqual({
			httpCode: 400,
			request: expect.stringMatching(/^PUT \/agent\/connector\/snippet\/\w+$/) as string,
			response: 'Too long',
			tokens: '5 might have been charged',
		});
		service.sandbox.clearFaults();
		expect(dataOf(await failing('lead.getAll', says('No', 401)))).toEqual({
			httpCode: 401,
			request: 'GET /agent/lead',
			response: 'No',
			tokens: 'none charged',
		});
	});

	test("also for 'success: false' with a status of success, which might be charged", async () => {
		const body = '{"success":false,"message":"Too long"}';
		const error = await failing('snippet.update', { kind: 'garbage', body });
		expect(error.message).toContain(
			"The service returned 'success: false' instead of a record: Too long",
		);
		expect(dataOf(error)).toMatchObject({
			response: 'Too long',
			tokens: '5 might have been charged',
		});
	});

	test('name the ID by which the service finds the request', async () => {
		const headers = { 'X-Request-Id': 'req_7f3a' };
		const error = await failing('lead.getAll', { kind: 'status', status: 500, headers });
		expect(dataOf(error)).toMatchObject({ requestId: 'req_7f3a' });
		const { json } = await service.run(
			'lead.getAll',
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(json[0].details).toMatchObject({ requestId: 'req_7f3a' });
	});

	test('name nothing if nothing was sent, and no token', async () => {
		const { error } = await service.run('lead.get', { leadId: '../x' });
		expect(dataOf(error)).toBeUndefined();
		const { admin } = service.sandbox.tokens;
		const fault = { kind: 'garbage', body: `{"success":false,"message":"got ${admin}"}` } as const;
		expect(dataOf(await failing('lead.getAll', fault))).toMatchObject({
			response: 'The reason contains the access token, so it is not shown',
		});
	});
});

test('a 304 is no redirect', async () => {
	const error = await failing('lead.getAll', { kind: 'status', status: 304, body: '' });
	expect(error.message).toBe('A cache responded without a record [item 0]');
});

test('an exception of the HTTP helper is told with its cause, and not sent again', async () => {
	const credential = service.loader.getCredential('agentSuiteApi').type;
	const { authenticate } = credential;
	let calls = 0;
	credential.authenticate = async () => {
		calls++;
		return await Promise.reject(new TypeError(`x is not a function`));
	};
	const { error } = await service.run('lead.getAll');
	credential.authenticate = authenticate;
	expect(error?.message).toMatch(/^The node stopped for an unknown reason: .*x is not a function/);
	expect(calls).toBe(1);
});

test('an error that nobody foresaw is told without the token that it contains', async () => {
	const { leadGet } =
		built<typeof import('../../../nodes/AgentSuite/resources/operations')>('resources/operations');
	const { readRecords } = leadGet;
	leadGet.readRecords = () => {
		throw new TypeError(`Cannot read ${service.sandbox.tokens.admin}`);
	};
	const result = await service.run('lead.get', working['lead.get']);
	leadGet.readRecords = readRecords;
	expect(result.error?.message).toMatch(
		/^The node stopped for an unknown reason: TypeError: The reason contains the access token/,
	);
	expectNoSecrets(result, secrets());
});
