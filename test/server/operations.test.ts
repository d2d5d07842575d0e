import { runWorkflow, upsertCredential } from '../../playground/workflows';
import { createAllOperations, operationIds as ids } from '../support/server/allOperations';
import { startServer, type Server } from '../support/server/server';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());

test.each([
	['admin', 200],
	['revoked', 401],
	['expired', 403],
] as const)('all operations in a complete n8n, with a token that is %s', async (who, status) => {
	const { rest, sandbox } = server;
	await upsertCredential(rest, { accessToken: sandbox.tokens[who], baseUrl: sandbox.url });
	sandbox.clearRequests();
	const execution = await runWorkflow(rest, await createAllOperations(rest, server.credential));
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(sandbox.requests.map((request) => request.status)).toEqual(ids.map(() => status));
	for (const id of ids) expect(execution.itemCounts[id]).toBeGreaterThan(0);
});

test('the test of the credential: right, wrong token, a website, an address that redirects', async () => {
	const { rest, sandbox, n8n } = server;
	const tried = async (accessToken: string, baseUrl: string) => {
		const data = { accessToken, baseUrl };
		const credentials = { id: '', name: 'Tried', type: 'agentSuiteApi', data };
		return await rest.post<{ status: string; message: string }>('/rest/credentials/test', {
			credentials,
		});
	};
	const { admin, expired } = sandbox.tokens;
	expect(await tried(`Bearer ${admin}\n`, `${sandbox.url}/`)).toMatchObject({ status: 'OK' });
	const says = async (token: string, url: string) => (await tried(token, url)).message;
	expect(await says('nobody', sandbox.url)).toBe('The access token is missing or invalid');
	expect(await says(expired, sandbox.url)).toContain('expired');
	expect(await says(admin, n8n.url)).toContain('A website answers');
	expect(await says(admin, 'http://example.com')).toContain('unencrypted');
	expect(await says('a b', sandbox.url)).toContain('characters that a token cannot have');
	sandbox.addFault({ kind: 'redirect', location: 'https://example.com/' });
	expect(await says(admin, sandbox.url)).toContain('redirects elsewhere');
});
