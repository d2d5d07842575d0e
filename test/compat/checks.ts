/** Checks that the package must pass in the engine of every n8n version. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../sandbox';
import { withoutLimits } from '../support/credential';
import { working } from '../support/publicOperations';
import type { Engine, RunOptions, RunResult } from './engine';

/** Output and requests of an operation, which must be the same in every n8n version. */
export interface Trace {
	outputs: INodeExecutionData[][];
	requests: Array<Pick<RecordedRequest, 'method' | 'path' | 'query' | 'body' | 'status'>>;
}

/** Tools for a check. */
export class Bench {
	/** Texts that runs must not show. */
	private readonly secrets: string[];
	/** Number of runs whose data was searched for them. */
	searched = 0;

	constructor(
		readonly engine: Engine,
		readonly sandbox: Sandbox,
		/** Results of the newest n8n, by operation. Undefined for the newest n8n itself. */
		readonly reference: Record<string, Trace> | undefined,
	) {
		this.secrets = [...Object.values(sandbox.tokens), ...sandbox.secrets, 'Bearer'];
	}

	readonly traces: Record<string, Trace> = {};

	credential(changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
		const { url, tokens } = this.sandbox;
		return { accessToken: tokens.admin, baseUrl: url, ...withoutLimits, ...changes };
	}

	/** Runs an operation such as `lead.get`, and searches the data of the run for secrets. */
	async run(
		id: string,
		parameters: IDataObject = {},
		extra: Partial<RunOptions> = {},
	): Promise<RunResult> {
		const [resource, operation] = id.split('.');
		const result = await this.engine.run({
			parameters: { resource, operation, ...working[id], ...parameters },
			credential: this.credential(),
			...extra,
		});
		assert.ok(result.text.length > 500, 'there is something to search');
		for (const secret of this.secrets) {
			assert.ok(!result.text.includes(secret), `the run shows the secret ${secret}`);
		}
		this.searched++;
		return result;
	}
}

export interface Check {
	title: string;
	/** A text in n8n's engine that shows whether it has the feature. Other versions skip the check. */
	needs?: { name: string; what: string };
	run(bench: Bench): Promise<void>;
}

const ids = Object.keys(working);

/** Replaces values that differ from run to run. */
function settled(value: unknown): unknown {
	const text = JSON.stringify(value)
		.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
		.replace(/plat_new\d+/g, '(new platform)');
	return JSON.parse(text);
}

function succeeded({ run, error }: RunResult): void {
	assert.equal(error, undefined, error?.message);
	assert.equal(run.finished, true, 'the execution has finished');
}

const operationChecks = ids.map((id): Check => ({
	title: `${id}: output and request as in the newest n8n`,
	async run(bench) {
		const result = await bench.run(id);
		succeeded(result);
		assert.ok(result.json.length > 0, 'there is output');
		assert.deepEqual(
			bench.sandbox.requests.map(({ status }) => status),
			[200],
		);
		const { outputs } = result;
		const requests = bench.sandbox.requests.map(({ method, path, query, body, status }) => ({
			method,
			path,
			query: { ...query },
			body,
			status,
		}));
		const trace = settled({ outputs, requests }) as Trace;
		bench.traces[id] = trace;
		if (bench.reference) assert.deepEqual(trace, bench.reference[id]);
	},
}));

/** Runs an operation that has to fail and returns the error. */
async function failed(bench: Bench, id: string, extra: Partial<RunOptions> = {}) {
	const result = await bench.run(id, {}, extra);
	assert.ok(result.error, 'the run fails');
	assert.deepEqual(result.outputs.flat(), [], 'there is no output');
	return result.error;
}

const statuses: Array<[number, RegExp]> = [
	[401, /access token is missing or invalid/],
	[403, /expired or does not allow/],
	[404, /does not know|No lead/i],
	[500, /could not process the request/],
];

const errorChecks = statuses.map(([status, said]): Check => ({
	title: `${status}: an error that says what happened and what to do`,
	async run(bench) {
		bench.sandbox.addFault({ kind: 'status', status, times: Infinity });
		const error = await failed(bench, 'lead.get');
		assert.equal(error.name, 'NodeApiError');
		assert.equal(error.httpCode, String(status));
		assert.match(`${error.message} ${error.description}`, said);
		assert.match(error.message, new RegExp(`HTTP ${status}.*\\[item 0\\]$`));
		assert.ok(error.description, 'it says what to do');
		assert.equal(bench.sandbox.requests.length, 1, 'sent once');
	},
}));

/** Runs three items, of which the second fails, with these settings of the node. */
async function oneOfThree(bench: Bench, settings: RunOptions['settings']) {
	const [first, last] = bench.sandbox.leadIds.map(({ id }) => id);
	const items = [{ id: first }, { id: 'lead_unknown' }, { id: last }];
	const result = await bench.run('lead.get', { leadId: '={{ $json.id }}' }, { items, settings });
	succeeded(result);
	return result.outputs;
}

/**
 * Presses Stop once the first request has that response. The credential has its own token, because requests with
 * the same token share the rate limit.
 */
async function stopAfter(
	bench: Bench,
	status: number,
	{ parameters, ...extra }: Partial<RunOptions>,
): Promise<void> {
	let stop: (() => void) | undefined;
	const onStart = (given: () => void) => (stop = given);
	const running = bench.run('lead.get', parameters, { ...extra, onStart });
	while (bench.sandbox.requests[0]?.status !== status) await pause(20);
	stop?.();
	// Without Stop it would wait for a minute.
	const { run } = await Promise.race([
		running,
		pause(30_000).then(() => assert.fail('still waiting 30 s after Stop')),
	]);
	assert.equal(run.status, 'canceled');
	assert.equal(bench.sandbox.requests.length, 1);
}

const places = (items: INodeExecutionData[] = []) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

const behaviour: Check[] = [
	{
		title: 'both nodes and the credential are loaded, with their inputs and outputs',
		async run({ engine }) {
			const { inputs, outputs, properties } = engine.node('agentSuite').description;
			assert.deepEqual([inputs, outputs], [['main'], ['main']]);
			assert.ok(properties.length > 10);
			const trigger = engine.node('agentSuiteTrigger').description;
			assert.deepEqual([trigger.inputs, trigger.outputs], [[], ['main']]);
			assert.equal(trigger.polling, true);
		},
	},
	{
		title: 'the editor finds required parameters that are empty, and no others',
		async run({ engine }) {
			for (const id of ids) {
				const [resource, operation] = id.split('.');
				const filled = { resource, operation, ...working[id] };
				assert.deepEqual(engine.issues('agentSuite', filled), [], id);
			}
			const empty = { resource: 'lead', operation: 'get', leadId: '' };
			assert.deepEqual(engine.issues('agentSuite', empty), ['leadId']);
		},
	},
	...operationChecks,
	...errorChecks,
	{
		title: '429: waits as long as the service asks, then retries',
		async run(bench) {
			bench.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1 });
			succeeded(await bench.run('lead.get'));
			const [first, second, ...more] = bench.sandbox.requests;
			assert.deepEqual([first.status, second?.status, more.length], [429, 200, 0]);
			assert.ok(second.at - first.at >= 1000, 'Retry-After is kept');
		},
	},
	{
		title: '503 and lost connections: a read is retried, a create is not',
		async run(bench) {
			for (const fault of [{ kind: 'status', status: 503 }, { kind: 'drop' }] as const) {
				bench.sandbox.clearRequests();
				bench.sandbox.addFault(fault);
				succeeded(await bench.run('lead.get'));
				assert.equal(bench.sandbox.requests.length, 2);
				bench.sandbox.clearRequests();
				bench.sandbox.addFault(fault);
				await failed(bench, 'seoPlatform.create');
				assert.equal(bench.sandbox.requests.length, 1);
			}
		},
	},
	{
		title: 'no response: the error says how long it waited, and what to check',
		async run(bench) {
			bench.sandbox.addFault({ kind: 'slow', ms: 60_000, times: Infinity });
			const { error } = await bench.run('seoPlatform.create', { options: { timeout: 1 } });
			assert.match(error?.message ?? '', /did not respond within 1 s/i);
		},
	},
	{
		title: 'a redirect is not followed, so the token goes nowhere else',
		async run(bench) {
			const location = `${bench.sandbox.url}/elsewhere`;
			bench.sandbox.addFault({ kind: 'redirect', location });
			const error = await failed(bench, 'lead.get');
			assert.match(error.message, /redirect/i);
			assert.equal(bench.sandbox.requests.length, 1);
		},
	},
	{
		title: 'a website in place of the service is an error',
		async run(bench) {
			bench.sandbox.addFault({ kind: 'garbage', times: Infinity });
			assert.match((await failed(bench, 'lead.getAll')).message, /HTML page/);
		},
	},
	{
		title: 'a credential with expressions applies to its item',
		async run(bench) {
			const { admin, otherOrg } = bench.sandbox.tokens;
			const items = [admin, otherOrg, admin].map((token) => ({ token }));
			const credential = bench.credential({ accessToken: '={{ $json.token }}' });
			// The input of the node contains the tokens.
			const result = await bench.engine.run({
				parameters: { resource: 'lead', operation: 'getAll', options: { reuseReads: false } },
				credential,
				items,
			});
			succeeded(result);
			const owners = items.map((_, item) => [
				...new Set(
					result.outputs[0]
						.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)
						.map(({ json }) => json.clientOrgId),
				),
			]);
			assert.deepEqual(
				owners.map(({ length }) => length),
				[1, 1, 1],
			);
			assert.notDeepEqual(owners[0], owners[1]);
			assert.deepEqual(owners[0], owners[2]);
		},
	},
	{
		title: 'a credential that cannot be used sends nothing',
		async run(bench) {
			const unusable: ICredentialDataDecryptedObject[] = [
				{ accessToken: 'a b' },
				{ baseUrl: 'http://example.com' },
			];
			for (const changes of unusable) {
				await failed(bench, 'lead.getAll', { credential: bench.credential(changes) });
			}
			assert.deepEqual(bench.sandbox.requests, []);
		},
	},
	{
		title: '"Continue On Fail": every item is returned in order, linked to its input item',
		async run(bench) {
			const [all] = await oneOfThree(bench, { continueOnFail: true });
			assert.deepEqual(places(all), [0, 1, 2]);
			assert.deepEqual(
				all.map(({ json }) => 'error' in json),
				[false, true, false],
			);
			assert.deepEqual(Object.keys(all[1].json), ['error', 'details']);
		},
	},
	{
		title: '"On Error: Continue": the same',
		needs: { name: 'continueErrorOutput', what: 'the error output of nodes' },
		async run(bench) {
			const [all] = await oneOfThree(bench, { onError: 'continueRegularOutput' });
			assert.deepEqual(places(all), [0, 1, 2]);
			assert.match(String(all[1].json.error), /HTTP 404.*\[item 1\]$/);
		},
	},
	{
		title:
			'"Continue (using error output)": the error output returns the failed item, with its input',
		needs: { name: 'continueErrorOutput', what: 'the error output of nodes' },
		async run(bench) {
			const [fine, wrong] = await oneOfThree(bench, { onError: 'continueErrorOutput' });
			assert.deepEqual([places(fine).sort(), places(wrong)], [[0, 2], [1]]);
			assert.match(String(wrong[0].json.error), /HTTP 404.*\[item 1\]$/);
			assert.equal(wrong[0].json.id, 'lead_unknown');
		},
	},
	{
		title: '"Continue (using error output)": the items that succeeded are in order',
		// Before, n8n itself turned them round.
		needs: {
			name: 'const item = items.shift()',
			what: 'items in order where an error output is used',
		},
		async run(bench) {
			const [fine] = await oneOfThree(bench, { onError: 'continueErrorOutput' });
			assert.deepEqual(places(fine), [0, 2]);
		},
	},
	{
		title: '"Retry On Fail": successful writes are not repeated',
		async run(bench) {
			bench.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 2 } });
			const result = await bench.run(
				'seoPlatform.create',
				{ name: '={{ $json.name }}' },
				{
					items: [{ name: 'One' }, { name: 'Two' }],
					settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
				},
			);
			succeeded(result);
			assert.equal(result.json.length, 2);
			const sent = bench.sandbox.requests.map(({ body }) => (body as { name: string }).name);
			assert.deepEqual(sent, ['One', 'Two', 'Two']);
		},
	},
	{
		title: 'Max Tokens: a request that would exceed it is not sent',
		async run(bench) {
			const { error } = await bench.run(
				'lead.get',
				{ leadId: '={{ $json.id }}', options: { maxTokens: 10 } },
				{ items: bench.sandbox.leadIds.slice(0, 3) },
			);
			assert.match(error?.message ?? '', /token/i);
			assert.equal(bench.sandbox.requests.length, 2);
		},
	},
	{
		title: 'Reuse Reads: identical reads are sent once',
		async run(bench) {
			const result = await bench.run('lead.get', {}, { items: [{}, {}, {}] });
			succeeded(result);
			assert.deepEqual(places(result.outputs[0]), [0, 1, 2]);
			assert.equal(bench.sandbox.requests.length, 1);
		},
	},
	{
		title:
			'the limits of the credential: a request that would wait longer than Max Wait is not sent',
		async run(bench) {
			const { error } = await bench.run(
				'lead.get',
				{ leadId: '={{ $json.id }}', options: { maxWait: 1 } },
				{
					items: bench.sandbox.leadIds.slice(0, 3),
					// Its own token, because requests with the same token share the rate limit.
					credential: bench.credential({
						accessToken: bench.sandbox.tokens.adminSecond,
						requestsPerMinute: 2,
					}),
				},
			);
			assert.match(error?.message ?? '', /'Max Wait \(Seconds\)' is 1/);
			assert.equal(bench.sandbox.requests.length, 2);
		},
	},
	{
		title: 'Stop ends a wait for the limit of the credential',
		needs: { name: 'getExecutionCancelSignal', what: 'a signal for Stop' },
		async run(bench) {
			const { leadIds, tokens } = bench.sandbox;
			const credential = bench.credential({ accessToken: tokens.member, requestsPerMinute: 1 });
			await stopAfter(bench, 200, {
				parameters: { leadId: '={{ $json.id }}' },
				items: leadIds.slice(0, 2),
				credential,
			});
		},
	},
	{
		title: 'Stop ends a wait that the service asks for',
		needs: { name: 'getExecutionCancelSignal', what: 'a signal for Stop' },
		async run(bench) {
			const headers = { 'Retry-After': '100' };
			bench.sandbox.addFault({ kind: 'status', status: 503, headers, times: Infinity });
			const credential = bench.credential({ accessToken: bench.sandbox.tokens.otherOrg });
			await stopAfter(bench, 503, { parameters: { options: { maxWait: 300 } }, credential });
		},
	},
	{
		title: 'a hint above the output shows the cost of the run',
		needs: { name: 'addExecutionHints', what: 'hints above the output' },
		async run(bench) {
			const { task } = await bench.run('lead.get');
			assert.match(JSON.stringify(task?.hints), /5 tokens/);
		},
	},
	{
		title: 'the allowed domains of the credential apply: other domains are refused',
		needs: { name: 'Domain not allowed', what: 'allowed domains of credentials' },
		async run(bench) {
			const credential = bench.credential({
				allowedHttpRequestDomains: 'domains',
				allowedDomains: 'example.com',
			});
			const error = await failed(bench, 'lead.get', { credential });
			assert.match(error.message, /does not allow requests/);
			assert.deepEqual(bench.sandbox.requests, []);
		},
	},
	{
		title: 'the errors have a cause that n8n understands',
		needs: { name: 'retryAfterMs', what: 'causes of errors' },
		async run(bench) {
			bench.sandbox.addFault({ kind: 'status', status: 401 });
			const error = await failed(bench, 'lead.get');
			assert.equal(
				(error as { failure?: { cause?: string } }).failure?.cause,
				'credential-invalid',
			);
		},
	},
];

const event = { event: 'leadCreated' };

/** A lead as the trigger returns it. */
const withKey = (lead: { agentConversationId: string }) => ({
	...lead,
	leadKey: lead.agentConversationId,
});

const triggerChecks: Check[] = [
	{
		title: 'trigger: existing leads are treated as processed, a new lead is returned once',
		async run(bench) {
			const { engine, sandbox } = bench;
			const credential = bench.credential();
			let { items, stored } = await engine.poll(event, credential, {}, 'activation');
			assert.equal(items, null);
			const { lead } = sandbox.addLead();
			({ items, stored } = await engine.poll(event, credential, stored, 'poll'));
			assert.deepEqual(items, [withKey(lead)]);
			({ items, stored } = await engine.poll(event, credential, stored, 'poll'));
			assert.equal(items, null);
			assert.ok(!JSON.stringify(stored).includes(lead.email), 'hashes are kept, not leads');
		},
	},
	{
		title: 'trigger: an outage loses and repeats nothing',
		async run(bench) {
			const { engine, sandbox } = bench;
			const credential = bench.credential();
			const begun = await engine.poll(event, credential, {}, 'activation');
			const { lead } = sandbox.addLead();
			sandbox.addFault({ kind: 'status', status: 500 });
			const missed = await engine.poll(event, credential, begun.stored, 'poll');
			assert.deepEqual(missed, { items: null, stored: begun.stored });
			const { items } = await engine.poll(event, credential, missed.stored, 'poll');
			assert.deepEqual(items, [withKey(lead)]);
		},
	},
	{
		title: 'trigger: a wrong token is reported immediately, and the snapshot stays the same',
		async run(bench) {
			const credential = bench.credential({ accessToken: bench.sandbox.tokens.revoked });
			await assert.rejects(bench.engine.poll(event, credential, {}, 'activation'), {
				name: 'NodeApiError',
				httpCode: '401',
			});
		},
	},
	{
		title: 'trigger: "Fetch Test Event" shows the newest three, and the snapshot stays the same',
		async run(bench) {
			const { engine, sandbox } = bench;
			const added = [1, 2, 3].map(() => withKey(sandbox.addLead().lead));
			const { items, stored } = await engine.poll(event, bench.credential(), {}, 'manual');
			assert.deepEqual(items, added);
			assert.deepEqual(stored, {});
		},
	},
	{
		title: 'trigger: a poll ends within the time limit of n8n',
		needs: { name: 'getPollBudgetMs', what: 'a time limit for polls' },
		async run(bench) {
			bench.sandbox.addFault({ kind: 'slow', ms: 120_000, times: Infinity });
			const { engine } = bench;
			const { items } = await engine.poll(event, bench.credential(), {}, 'poll', 1500);
			assert.equal(items, null);
		},
	},
];

export const checks: Check[] = [...behaviour, ...triggerChecks];
