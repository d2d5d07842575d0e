/** What sending uses of n8n without a promise in n8n's documentation: that n8n does it, and what happens if it no longer does. */
import { CredentialTestContext, ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IExecuteData,
	type INodeType,
} from 'n8n-workflow';

import manifest from '../../../package.json';
import { additionalDataOf, CredentialInMemory, nodeTypesOf, suiteNode } from '../../support/engine';
import { useRawServer } from '../../support/attackServer';
import { useQuickService, working } from '../../support/service';

const raw = useRawServer();
const service = useQuickService();
const sent = () => service.sandbox.requests.length;

afterEach(() => {
	jest.restoreAllMocks();
});

/** A context in which n8n runs a node. */
function contextFor(credential: ICredentialDataDecryptedObject): ExecuteContext {
	const { loader } = service;
	const node = suiteNode({});
	const type = loader.getNode('agentSuite').type as never;
	const nodeTypes = nodeTypesOf(loader, { [node.type]: type });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const helper = new CredentialInMemory(loader, service.credential(credential));
	const input = [{ json: {} }];
	const executeData: IExecuteData = { node, data: { main: [input] }, source: null };
	return new ExecuteContext(
		workflow,
		node,
		additionalDataOf(helper),
		'manual',
		createRunExecutionData(),
		0,
		input,
		executeData.data,
		executeData,
		[],
	);
}

const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };

describe('credentialsDecrypted', () => {
	test('n8n gets back the whole credential as it gave it, so that what it adds later applies', async () => {
		const authenticate = jest.spyOn(CredentialInMemory.prototype, 'authenticate');
		const credential = { ...restricted, allowedDomains: '127.0.0.1', accessToken: ' Bearer ' };
		credential.accessToken += service.sandbox.tokens.admin;
		const { error } = await service.run('lead.getAll', {}, { credential });
		expect(error).toBeUndefined();
		expect(authenticate.mock.calls[0][0]).toEqual({
			...service.credential(),
			requestsPerMinute: expect.anything() as number,
			requestsPerHour: expect.anything() as number,
			requestsPerDay: expect.anything() as number,
			tokensPerDay: 0,
			...credential,
		});
	});

	test('is used as it is, without another look into the database', async () => {
		const read = jest.spyOn(CredentialInMemory.prototype, 'getDecrypted');
		await service.run('lead.getAll', {});
		expect(read).toHaveBeenCalledTimes(1);
	});
});

describe('the domains that a credential allows', () => {
	test('are not compared by n8n, so the node does it', async () => {
		const context = contextFor(restricted);
		const data = await context.getCredentials('agentSuiteApi', 0);
		await context.helpers.httpRequestWithAuthentication.call(
			context,
			'agentSuiteApi',
			{ url: `${service.sandbox.url}/billing-token/getTokenBalance` },
			{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
		);
		// As soon as n8n refuses this, `checkDomains` can go.
		expect(sent()).toBe(1);
		const { error } = await service.run('lead.getAll', {}, { credential: restricted });
		expect(error?.message).toContain('does not allow requests to 127.0.0.1');
		expect(sent()).toBe(1);
	});
});

describe('helpers.request in a credential test', () => {
	test('is there', () => {
		const helper = new CredentialInMemory(service.loader, service.credential());
		const context = new CredentialTestContext(additionalDataOf(helper));
		expect(typeof context.helpers.request).toBe('function');
	});

	test('otherwise the test says what to do instead', async () => {
		const { methods } = service.loader.getNode('agentSuite').type as INodeType;
		const context = { helpers: {} } as CredentialTestContext;
		const data = service.credential();
		const credential = { id: '1', name: 'Test', type: 'agentSuiteApi', data };
		const { testConnection } = methods!.credentialTest!;
		expect(await testConnection.call(context, credential)).toEqual({
			status: 'Error',
			message: expect.stringContaining("run 'Get Token Balance'") as string,
		});
	});
});

describe('the name in requests', () => {
	const named = `${manifest.name}/${manifest.version}`;

	test('is ours and has the version, for a node and for the test of a credential', async () => {
		raw.send(Buffer.from('{"leads":[]}'));
		const credential = service.credential({ baseUrl: raw.url });
		await service.run('lead.getAll', {}, { credential: { baseUrl: raw.url } });
		const { methods } = service.loader.getNode('agentSuite').type as INodeType;
		const context = new CredentialTestContext(
			additionalDataOf(new CredentialInMemory(service.loader, credential)),
		);
		const data = { id: '1', name: 'Test', type: 'agentSuiteApi', data: credential };
		await methods!.credentialTest!.testConnection.call(context, data);
		expect(raw.received.match(/user-agent: .*/gi)).toEqual([
			`User-Agent: ${named}`,
			`User-Agent: ${named}`,
		]);
	});
});

describe("getContext('node')", () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const options = { maxTokens: 5 };

	test.each([
		['as today', undefined],
		['a new object for each try', () => ({})],
		[
			'nothing',
			() => {
				throw new Error('no context');
			},
		],
	])('%s: Max Tokens holds over all tries', async (_, getContext) => {
		if (getContext) {
			jest.spyOn(ExecuteContext.prototype, 'getContext').mockImplementation(getContext);
		}
		service.sandbox.addFault({ kind: 'status', status: 500, times: Infinity });
		const { error } = await service.run(
			'lead.getAll',
			{ ...working['lead.getAll'], options },
			{ settings },
		);
		expect(error?.message).toContain("'Max Tokens' would be exceeded (5 of 5 tokens used");
		expect(sent()).toBe(1);
	});
});
