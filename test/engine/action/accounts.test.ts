import { CredentialTestContext, ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeType,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { additionalDataOf, CredentialInMemory, nodeTypesOf, suiteNode } from '../../support/engine';
import { useRawServer } from '../../support/attackServer';
import { useService } from '../../support/service';
import { passTime } from '../../support/triggerProcess';
import { settingsOf } from '../../support/settingsOf';

const service = useService();
let other: Sandbox;
beforeAll(async () => {
	other = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
});
afterAll(async () => await other.close());
const elsewhere = useRawServer();

describe('a credential with expressions applies to its item', () => {
	const tokenOf = '={{ $json.token }}';
	const sentBy = () =>
		service.sandbox.requests.map(({ headers }) =>
			String(headers.authorization).replace('Bearer ', ''),
		);
	/** The tokens of two accounts, in turns. */
	const items = () => {
		const { admin, otherOrg } = service.sandbox.tokens;
		return [admin, otherOrg, admin, otherOrg].map((token) => ({ token }));
	};

	test('each item gets the response of its own account, shared reads too', async () => {
		const { outputs, error } = await service.run(
			'lead.getAll',
			{ returnAll: true },
			{ items: items(), credential: { accessToken: tokenOf } },
		);
		expect(error).toBeUndefined();
		expect(sentBy().sort()).toEqual([...new Set(items().map(({ token }) => token))].sort());
		const owners = [0, 1, 2, 3].map((item) => [
			...new Set(
				outputs[0]
					.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)
					.map(({ json }) => json.clientOrgId),
			),
		]);
		expect(owners[0]).toHaveLength(1);
		expect(owners[1]).toHaveLength(1);
		expect(owners[0]).not.toEqual(owners[1]);
		expect(owners.slice(2)).toEqual(owners.slice(0, 2));
	});

	test('writes too, when Retry On Fail runs the node again', async () => {
		service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 4 } });
		const { error } = await service.run(
			'seoPlatform.create',
			{ name: 'Shop', platformType: 'wix', config: settingsOf({ key: 'value' }) },
			{
				items: items(),
				credential: { accessToken: tokenOf },
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			},
		);
		expect(error).toBeUndefined();
		const [first, second] = items().map(({ token }) => token);
		expect(sentBy()).toEqual([first, second, first, second, second]);
	});

	test('the base URL of an item is used for that item only', async () => {
		const { error } = await service.run(
			'lead.getAll',
			{},
			{
				items: [{ url: service.sandbox.url }, { url: other.url }],
				credential: { baseUrl: '={{ $json.url }}' },
			},
		);
		expect(error).toBeUndefined();
		expect([service.sandbox.requests.length, other.requests.length]).toEqual([1, 1]);
	});

	test('one without a token for an item fails for that item only', async () => {
		const { json } = await service.run(
			'lead.getAll',
			{ limit: 1 },
			{
				items: [{ token: service.sandbox.tokens.admin }, {}],
				credential: { accessToken: tokenOf },
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(json[0].clientOrgId).toBeDefined();
		expect(json[1].error).toContain('no access token');
	});
});

/** Uses the credential as n8n's HTTP Request node does. @param more another address, in a field that the helper reads too */
async function httpRequest(
	way: 'legacy' | 'current',
	url: string,
	more: Record<string, string> = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<unknown> {
	const node = suiteNode({}, { name: 'HTTP Request', type: 'n8n-nodes-base.httpRequest' });
	const { loader } = service;
	const type = loader.getNode('agentSuite').type as never;
	const nodeTypes = nodeTypesOf(loader, { [node.type]: type });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = additionalDataOf(new CredentialInMemory(loader, service.credential(credential)));
	const input = [{ json: {} }];
	const executeData: IExecuteData = { node, data: { main: [input] }, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'manual',
		createRunExecutionData(),
		0,
		input,
		executeData.data,
		executeData,
		[],
	);
	if (way === 'legacy') {
		const options = { uri: url, method: 'GET' as const, json: true, ...more };
		return await context.helpers.requestWithAuthentication.call(context, 'agentSuiteApi', options);
	}
	const options: IHttpRequestOptions = { url, method: 'GET', ...more };
	return await context.helpers.httpRequestWithAuthentication.call(
		context,
		'agentSuiteApi',
		options,
	);
}

describe.each(['legacy', 'current'] as const)(
	"the credential in n8n's HTTP Request node, %s helper",
	(way) => {
		const path = '/billing-token/getTokenBalance';

		test('works for the address of the service', async () => {
			expect(await httpRequest(way, service.sandbox.url + path)).toHaveProperty('totalTokenCount');
		});

		test.each([
			() => elsewhere.url,
			() => service.sandbox.url.replace('127.0.0.1', 'localhost'),
			() => `http://127.0.0.1@${new URL(elsewhere.url).host}`,
			() => 'not an address',
		])('does not send its token to another address (%#)', async (address) => {
			await expect(httpRequest(way, address() + path)).rejects.toThrow(
				'The Agent Suite credential does not allow requests to',
			);
			expect(elsewhere.received).toBe('');
		});

		test.each([
			'/other/x',
			'/billing-token-2/x',
			'/billing-token/../x',
			'/billing-token/%2e%2e/x',
			'/billing-token/..%2fx',
			'/billing-token/..%5Cx',
			'/billing-token/..;/x',
			'',
		])('nor to another path than the one of the base URL: %s', async (other) => {
			const { url } = service.sandbox;
			const credential = { baseUrl: `${url}/billing-token/` };
			await expect(httpRequest(way, url + other, {}, credential)).rejects.toThrow(
				'does not allow requests to',
			);
			expect(service.sandbox.requests).toEqual([]);
			expect(await httpRequest(way, url + path, {}, credential)).toHaveProperty('apiKey');
		});

		test.each(['baseURL', way === 'legacy' ? 'url' : 'uri'])(
			'nor to another address in the field %s',
			async (field) => {
				const more = { [field]: elsewhere.url };
				await expect(httpRequest(way, service.sandbox.url + path, more)).rejects.toThrow(
					'does not allow requests to 127.0.0.1',
				);
				expect(elsewhere.received).toBe('');
			},
		);

		test('does not send the token after a redirect to another host', async () => {
			const body = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
			elsewhere.reset(body);
			service.sandbox.addFault({ kind: 'redirect', location: `${elsewhere.url}/x`, times: 1 });
			await httpRequest(way, service.sandbox.url + path).catch(() => undefined);
			expect(elsewhere.received).not.toMatch(/bearer|authorization/i);
		});
	},
);

describe('the test of a credential', () => {
	// A success counts for ten minutes.
	beforeEach(() => passTime(600_000));

	/** Presses "Test" in the credential, as n8n does. */
	async function testCredential(changes: ICredentialDataDecryptedObject) {
		const data = service.credential(changes);
		const helper = new CredentialInMemory(service.loader, data);
		const context = new CredentialTestContext(additionalDataOf(helper));
		const { methods } = service.loader.getNode('agentSuite').type as INodeType;
		const credential = { id: '1', name: 'Test', type: 'agentSuiteApi', data };
		return await methods!.credentialTest!.testConnection.call(context, credential);
	}

	test('reads the balance, and says how it ended', async () => {
		const accessToken = ` Bearer ${service.sandbox.tokens.admin}`;
		expect(await testCredential({ accessToken })).toMatchObject({ status: 'OK' });
		expect(service.sandbox.requests.map(({ path }) => path)).toEqual([
			'/billing-token/getTokenBalance',
		]);
		expect(await testCredential({ accessToken: 'nobody' })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('access token is missing or invalid') as string,
		});
	});

	test('costs nothing more for ten minutes, with the same token and base URL', async () => {
		for (let round = 0; round < 3; round++)
			expect(await testCredential({})).toMatchObject({ status: 'OK' });
		expect(service.sandbox.requests).toHaveLength(1);
		expect(await testCredential({ accessToken: 'nobody' })).toMatchObject({ status: 'Error' });
		other.clearRequests();
		expect(await testCredential({ baseUrl: other.url })).toMatchObject({ status: 'OK' });
		expect(other.requests).toHaveLength(1);
		passTime(600_000);
		expect(await testCredential({})).toMatchObject({ status: 'OK' });
		expect(service.sandbox.requests.filter(({ status }) => status === 200)).toHaveLength(2);
	});

	test('asks the service again after a 401', async () => {
		expect(await testCredential({})).toMatchObject({ status: 'OK' });
		service.sandbox.addFault({ kind: 'status', status: 401 });
		await service.run('billing.getTokenBalance');
		service.sandbox.addFault({ kind: 'status', status: 401 });
		expect(await testCredential({})).toMatchObject({ status: 'Error' });
	});

	test('ends a pause that the service asked for by mistake, if it succeeds', async () => {
		const accessToken = service.sandbox.tokens.admin;
		const url = service.sandbox.url.replace('127.0.0.1', 'localhost');
		const read = async () =>
			await service.run('billing.getTokenBalance', {}, { credential: { baseUrl: url } });
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 3600 });
		expect((await read()).error?.description).toContain('Try again in 60 min');
		// One that fails says nothing about the pause.
		await testCredential({ accessToken: 'nobody', baseUrl: url });
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 3600 });
		await testCredential({ accessToken, baseUrl: url });
		expect((await read()).error?.message).toContain('the service asked to pause until');
		await testCredential({ accessToken, baseUrl: url });
		expect((await read()).error).toBeUndefined();
	});

	test('does not take a website for the API, and follows none', async () => {
		elsewhere.send(Buffer.from('<html><title>Welcome</title></html>'));
		expect(await testCredential({ baseUrl: elsewhere.url })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('an HTML page') as string,
		});
		elsewhere.reset();
		service.sandbox.addFault({ kind: 'redirect', location: `${elsewhere.url}/x` });
		expect(await testCredential({})).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('The base URL redirects') as string,
		});
		expect(elsewhere.received).toBe('');
	});

	test('does not read a response of millions of lists', async () => {
		elsewhere.send(Buffer.alloc(9_000_000, '['));
		const { message } = await testCredential({ baseUrl: elsewhere.url });
		expect(message).toContain('more than 8 million objects and lists');
	});

	test('shows no text of the service with the token in it', async () => {
		const { admin } = service.sandbox.tokens;
		const body = { message: `Invalid token ${admin}` };
		service.sandbox.addFault({ kind: 'status', status: 401, body });
		const { message } = await testCredential({});
		expect(message).toContain('The reason contains the access token');
		expect(message).not.toContain(admin);
	});

	test('shows no text of an error that nobody foresaw if the token is in it', async () => {
		const accessToken = 'agst_not_for_anyone';
		const helpers = {
			request: () => {
				throw new TypeError(`Broken with ${accessToken}`);
			},
		};
		const { methods } = service.loader.getNode('agentSuite').type as INodeType;
		const data = service.credential({ accessToken: `Bearer ${accessToken}\n` });
		const credential = { id: '1', name: 'Test', type: 'agentSuiteApi', data };
		const { message } = await methods!.credentialTest!.testConnection.call(
			{ helpers } as never,
			credential,
		);
		expect(message).toContain('The node stopped for an unknown reason');
		expect(message).not.toContain(accessToken);
	});

	test('respects the domains that the credential allows', async () => {
		const allowedHttpRequestDomains = 'domains';
		expect(
			await testCredential({ allowedHttpRequestDomains, allowedDomains: 'example.com' }),
		).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('does not allow requests to 127.0.0.1') as string,
		});
		expect(service.sandbox.requests).toEqual([]);
		const allowed = { allowedHttpRequestDomains, allowedDomains: '127.0.0.1' };
		expect(await testCredential(allowed)).toMatchObject({ status: 'OK' });
	});
});
