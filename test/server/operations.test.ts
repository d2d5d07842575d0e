import { billingGetTokenBalance } from '../../nodes/AgentSuite/resources/operations';
import { upsertCredential } from '../../playground/workflows';
import { runFrom } from '../support/server/executions';
import { startServer, type Server } from '../support/server/server';
import { createAllOperations, operationIds as ids } from '../support/server/workflows';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());

test.each([
	['admin', 200],
	['revoked', 401],
] as const)('all operations in a complete n8n, with a token that is %s', async (who, status) => {
	const { rest, sandbox } = server;
	await upsertCredential(rest, { accessToken: sandbox.tokens[who], baseUrl: sandbox.url });
	sandbox.clearRequests();
	const workflow = await createAllOperations(rest, server.credential);
	const execution = await runFrom(rest, workflow, 'Start');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(sandbox.requests.map((request) => request.status)).toEqual(ids.map(() => status));
	for (const id of ids) expect(execution.outputs[id].length).toBeGreaterThan(0);
	const tokens = sandbox.requests.reduce((sum, request) => sum + request.tokens, 0);
	expect(tokens > 0).toBe(who === 'admin');
});

test('the credential test says what is wrong and what to do', async () => {
	const { rest, sandbox } = server;
	const tried = async (accessToken: string, baseUrl: string) => {
		const data = { accessToken, baseUrl };
		// n8n 1 only tests a saved credential, with the values that are being edited.
		const { id } = server.credential;
		const credentials = { id, name: 'Tried', type: 'agentSuiteApi', data };
		return await rest.post<{ status: string; message: string }>('/rest/credentials/test', {
			credentials,
		});
	};
	const { admin, expired } = sandbox.tokens;
	sandbox.clearRequests();
	expect(await tried(`Bearer ${admin}\n`, `${sandbox.url}/`)).toMatchObject({ status: 'OK' });
	expect(sandbox.requests.map(({ path, tokens }) => [path, tokens])).toEqual([
		[billingGetTokenBalance.path, billingGetTokenBalance.tokens],
	]);

	const wrong: Array<[token: string, baseUrl: string, message: RegExp, cure: RegExp]> = [
		['nobody', sandbox.url, /^The access token is missing or invalid/, /Generate a/],
		[
			expired,
			sandbox.url,
			/^The access token has expired .*: The access token is expired\./,
			/Generate a new token/,
		],
		['a b', sandbox.url, /token/, /[Pp]aste the access token/],
		[admin, `${sandbox.url}/elsewhere`, /The API was not found/, /path/],
		[admin, 'http://127.0.0.1:9', /127\.0\.0\.1:9/, /host and port/],
		[admin, 'example', /base URL/, /https:\/\//],
	];
	for (const [token, baseUrl, message, cure] of wrong) {
		const said = await tried(token, baseUrl);
		expect({ baseUrl, ...said }).toMatchObject({ baseUrl, status: 'Error' });
		expect(said.message).toMatch(message);
		expect(said.message).toMatch(cure);
		expect(said.message).not.toContain(admin);
	}
	// A test that has passed is not sent again for a while.
	const { member } = sandbox.tokens;
	sandbox.addFault({ kind: 'garbage' });
	expect((await tried(member, sandbox.url)).message).toContain('an HTML page instead of');
	sandbox.addFault({ kind: 'redirect', location: 'https://example.com/' });
	expect((await tried(member, sandbox.url)).message).toContain('redirects to https://example.com');
}, 120_000);
