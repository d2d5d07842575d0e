/** Checks that the package must pass in a complete n8n of any version, through n8n's own REST API. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { root } from '../../playground/n8n';
import { runWorkflow, unflatten, upsertCredential } from '../../playground/workflows';
import {
	createAllOperations,
	createChain,
	operationIds,
	operationNode,
} from '../support/server/allOperations';
import { PollingServer, until } from '../support/server/pollingServer';
import { packageName } from './engine';
import type { Outcome } from './report';
import type { Version } from './versions';

interface NodeType {
	name: string;
	iconUrl?: string | { light: string; dark: string };
}

interface NodeRun {
	error?: { message: string };
	data?: { main: Array<Array<{ json: Record<string, unknown> }>> };
}

/** The stored data of an execution as text, and the last run of each of its nodes. */
async function stored({ rest }: PollingServer, id: string) {
	const { data, status } = await rest.get<{ data: string; status: string }>(
		`/rest/executions/${id}`,
	);
	const { resultData } = unflatten(data) as {
		resultData: { runData: Record<string, NodeRun[] | undefined> };
	};
	return { status, text: data, run: (name: string) => resultData.runData[name]?.at(-1) };
}

function expectNoSecrets({ sandbox }: PollingServer, text: string): void {
	assert.ok(text.length > 500, 'there is something to search');
	for (const secret of [...Object.values(sandbox.tokens), ...sandbox.secrets, 'Bearer']) {
		assert.ok(!text.includes(secret), `the execution shows the secret ${secret}`);
	}
}

async function setToken({ rest, sandbox }: PollingServer, accessToken: string): Promise<void> {
	await upsertCredential(rest, { accessToken, baseUrl: sandbox.url });
}

/** Runs one lead.get with these settings and returns the stored execution. */
async function runRead(server: PollingServer, parameters: object, settings: object = {}) {
	const node = { ...operationNode('lead.get', server.credential, parameters), ...settings };
	const workflow = await createChain(server.rest, 'One read', [node]);
	const { id, error } = await runWorkflow(server.rest, workflow);
	const execution = await stored(server, id);
	expectNoSecrets(server, execution.text);
	return { ...execution, error };
}

type Check = (server: PollingServer) => Promise<void>;

function tenOperations(who: 'admin' | 'revoked' | 'expired', status: number): Check {
	return async (server) => {
		const { rest, sandbox, credential } = server;
		await setToken(server, sandbox.tokens[who]);
		const execution = await runWorkflow(rest, await createAllOperations(rest, credential));
		assert.equal(execution.error, undefined);
		assert.equal(execution.status, 'success');
		assert.deepEqual(
			sandbox.requests.map((request) => request.status),
			operationIds.map(() => status),
		);
		const { text, run } = await stored(server, execution.id);
		expectNoSecrets(server, text);
		for (const id of operationIds) {
			const items = run(id)?.data?.main[0] ?? [];
			assert.ok(items.length > 0, `${id} has output`);
			for (const { json } of items) {
				assert.equal('error' in json, status !== 200, id);
				if (status !== 200) assert.match(String(json.error), new RegExp(`HTTP ${status}`));
			}
		}
	};
}

const loading: Check = async ({ rest, url }) => {
	const nodes = await rest.get<NodeType[]>('/types/nodes.json');
	const credentials = await rest.get<Array<{ name: string }>>('/types/credentials.json');
	assert.ok(credentials.some(({ name }) => name === 'agentSuiteApi'));
	for (const name of ['agentSuite', 'agentSuiteTrigger', 'agentSuiteTool']) {
		const found = nodes.find((node) => node.name === `${packageName}.${name}`);
		assert.ok(found, `${name} is there`);
		for (const icon of Object.values(found.iconUrl ?? {})) {
			const response = await fetch(`${url}/${String(icon)}`);
			assert.equal(response.status, 200, String(icon));
			assert.match(response.headers.get('content-type') ?? '', /svg/);
		}
	}
};

/** The result of the credential's test button. */
async function tested({ rest, credential }: PollingServer, accessToken: string, baseUrl: string) {
	// n8n 1.x only tests saved credentials.
	const data = { accessToken, baseUrl };
	const credentials = { ...credential, type: 'agentSuiteApi', data };
	return await rest.post<{ status: string; message: string }>('/rest/credentials/test', {
		credentials,
	});
}

const credentialTest: Check = async (server) => {
	const { sandbox, url } = server;
	const { admin, expired } = sandbox.tokens;
	assert.equal((await tested(server, `Bearer ${admin}\n`, `${sandbox.url}/`)).status, 'OK');
	const refusals: Array<[token: string, url: string, said: RegExp]> = [
		['nobody', sandbox.url, /missing or invalid/],
		[expired, sandbox.url, /expired/],
		[admin, url, /HTTP 404|HTML page/],
		[admin, 'http://127.0.0.1:9', /127\.0\.0\.1:9/],
		[admin, 'http://example.com', /unencrypted/],
		['a b', sandbox.url, /characters that are not allowed/],
	];
	for (const [token, address, said] of refusals) {
		const { status, message } = await tested(server, token, address);
		assert.equal(status, 'Error');
		assert.match(message, said);
	}
};

const checks: Array<[title: string, check: Check]> = [
	['n8n loads both nodes, the tool, the credential, and their icons', loading],
	['the credential test says what is wrong, in the words of the package', credentialTest],
	['all ten operations', tenOperations('admin', 200)],
	['all ten operations, with a revoked token', tenOperations('revoked', 401)],
	['all ten operations, with an expired token', tenOperations('expired', 403)],
	[
		'an error ends the execution and says what happened and what to do',
		async (server) => {
			const { status, run, error } = await runRead(server, { leadId: 'lead_unknown' });
			assert.equal(status, 'error');
			assert.match(run('lead.get')?.error?.message ?? '', /HTTP 404.*\[item 0\]$/);
			assert.match(error ?? '', /Your organization has no lead/);
		},
	],
	[
		'"Continue (using error output)": the error output returns the failed item',
		async (server) => {
			const settings = { onError: 'continueErrorOutput' };
			const { status, run } = await runRead(server, { leadId: 'lead_unknown' }, settings);
			assert.equal(status, 'success');
			const [fine, wrong] = run('lead.get')?.data?.main ?? [];
			assert.deepEqual(fine, []);
			assert.match(String(wrong[0].json.error), /HTTP 404.*\[item 0\]$/);
		},
	],
	[
		'429 is retried after the time it names, a create without a response is not',
		async (server) => {
			const { rest, sandbox, credential } = server;
			sandbox.addFault({ kind: 'rateLimit', retryAfter: 1 });
			assert.equal((await runRead(server, {})).status, 'success');
			assert.deepEqual(
				sandbox.requests.map(({ status }) => status),
				[429, 200],
			);
			sandbox.clearRequests();
			sandbox.addFault({ kind: 'drop', after: true });
			const node = operationNode('seoPlatform.create', credential);
			const { status } = await runWorkflow(rest, await createChain(rest, 'Create', [node]));
			assert.equal(status, 'error');
			assert.equal(sandbox.requests.length, 1);
		},
	],
	[
		'Stop ends a wait',
		async ({ rest, sandbox, credential }) => {
			sandbox.addFault({ kind: 'rateLimit', retryAfter: 100, times: Infinity });
			const node = operationNode('lead.get', credential, { options: { maxWait: 300 } });
			const workflow = await createChain(rest, 'Stopped', [node]);
			const running = runWorkflow(rest, workflow, 60_000);
			await until(() => sandbox.requests[0]?.status === 429, 'the first response');
			const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow }));
			const { id } = await until(async () => {
				const { results } = await rest.get<{ results: Array<{ id: string }> }>(
					`/rest/executions?filter=${filter}`,
				);
				return results[0];
			}, 'the execution');
			await rest.post(`/rest/executions/${id}/stop`);
			assert.equal((await running).status, 'canceled');
			assert.equal(sandbox.requests.length, 1);
		},
	],
	[
		'trigger: a failing service does not block activation, a new lead comes out once',
		async (server) => {
			const { sandbox } = server;
			// The pause that the last check asked for applies to all requests with that token.
			await setToken(server, sandbox.tokens.adminSecond);
			const workflow = await server.createWorkflow({ event: 'leadCreated' });
			sandbox.addFault({ kind: 'status', status: 500 });
			await server.activate(workflow);
			await server.polls(2);
			const added = [sandbox.addLead().lead, sandbox.addLead().lead];
			await server.polls(2);
			const names = (leads: object[]) => leads.map((lead) => (lead as { email: string }).email);
			assert.deepEqual(names(await server.emitted(workflow)), names(added));
			await server.deactivate(workflow);
		},
	],
];

/** Runs all checks in one complete n8n. */
export async function runServer({ server: folder }: Version): Promise<Outcome[]> {
	const own = folder === undefined || folder === 'playground';
	const server = new PollingServer({}, own ? undefined : join(root, folder));
	const outcomes: Outcome[] = [];
	const tell = async (title: string, check: () => Promise<void>) => {
		try {
			await check();
			outcomes.push({ title, result: 'passed' });
			return true;
		} catch (error) {
			const why = error instanceof assert.AssertionError ? error.message : inspect(error);
			outcomes.push({ title, result: 'failed', why });
			return false;
		}
	};
	try {
		if (!(await tell('n8n starts with the package', () => server.start()))) return outcomes;
		for (const [title, check] of checks) {
			server.sandbox.reset();
			server.sandbox.setLimits({ minute: 0, hour: 0, day: 0 });
			await tell(title, async () => {
				await setToken(server, server.sandbox.tokens.admin);
				await check(server);
			});
		}
	} finally {
		await server.stop().catch(() => {});
	}
	return outcomes;
}
