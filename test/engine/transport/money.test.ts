import { expectNoSecrets } from '../../support/secrecy';
import { hintsOf, useService } from '../../support/service';
import { shortenBackoff, shortenMinute } from '../../support/nodeSettings';
import { settingsOf } from '../../support/settingsOf';

const service = useService({ leadCount: 300 });
beforeAll(() => shortenBackoff(5));
afterEach(() => {
	expectNoSecrets(service.last!, service.secrets);
});

const ids = (count: number, different: number) =>
	Array.from({ length: count }, (_, place) => ({
		id: service.sandbox.leadIds[place % different].id,
	}));

test('1,000 items that read four leads cost 20 tokens and return 1,000 linked outputs', async () => {
	const { outputs, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}' },
		{ items: ids(1000, 4) },
	);
	expect(service.spent).toBe(20);
	expect(service.sandbox.requests).toHaveLength(4);
	expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 1000 }, (_, item) => ({ item })),
	);
	expect(outputs[0][5].json).toEqual(outputs[0][1].json);
	expect(outputs[0][5].json).not.toBe(outputs[0][1].json);
	expect(outputs[0][4].json).not.toEqual(outputs[0][1].json);
	expect(hintsOf(task)).toEqual(['4 requests, 20 tokens spent, 996 reads reused']);
});

test('writes are never shared', async () => {
	const parameters = { snippetId: 'snip_hours', updateFields: { name: 'Hours' } };
	await service.run('snippet.update', parameters, { items: [{}, {}, {}] });
	expect(service.sandbox.requests).toHaveLength(3);
});

test('Max Tokens stops before the request that would exceed it, and the other items say so', async () => {
	const { outputs, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}', options: { maxTokens: 18 } },
		{ items: ids(6, 6), settings: { onError: 'continueRegularOutput' } },
	);
	expect(service.spent).toBe(15);
	const errors = outputs[0].filter(({ json }) => json.error !== undefined);
	expect(outputs[0]).toHaveLength(6);
	expect(errors).toHaveLength(3);
	for (const { json } of errors) {
		expect(json.error).toContain(
			"Request not sent: 'Max Tokens' would be exceeded (15 of 18 tokens used, 5 more needed)",
		);
	}
	expect(hintsOf(task)).toEqual(['3 requests, 15 tokens spent']);
});

describe('Max Tokens applies to the whole execution', () => {
	const own = { leadId: '={{ $json.id }}', options: { maxTokens: 50 } };

	test('over all tries of Retry On Fail', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 8 }, times: Infinity });
		const { error } = await service.run('lead.get', own, {
			items: ids(12, 12),
			settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
		});
		expect(error?.message).toContain("'Max Tokens' would be exceeded");
		expect(
			service.spent + 5 * service.sandbox.requests.filter(({ status }) => status === 500).length,
		).toBe(50);
	});

	test('over all runs in a loop, with the same numbers in hint and error', async () => {
		const { error, run } = await service.run('lead.get', own, { items: ids(4, 4), runs: 5 });
		expect(service.spent).toBe(50);
		expect(error?.message).toContain('(50 of 50 tokens used, 5 more needed)');
		const runs = run.data.resultData.runData['Agent Suite'];
		expect(runs.map(hintsOf)).toEqual([
			['4 requests, 20 tokens spent'],
			['4 requests, 20 tokens spent, 40 tokens used in this execution so far'],
			[],
		]);
	});

	test('not beyond it', async () => {
		for (let execution = 0; execution < 2; execution++) {
			const { error } = await service.run('lead.get', own, { items: ids(10, 10) });
			expect(error).toBeUndefined();
		}
		expect(service.spent).toBe(100);
	});

	test('tokens of requests that failed without a charge are available again', async () => {
		service.sandbox.addFault({ kind: 'status', status: 307, times: 10 });
		const { json } = await service.run('lead.get', own, {
			items: ids(20, 20),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json.filter(({ error }) => error === undefined)).toHaveLength(10);
		expect(service.spent).toBe(50);
	});
});

test('Max Tokens counts what the service looked at and refused, because the API charges every call', async () => {
	service.sandbox.addFault({ kind: 'status', status: 404, times: Infinity });
	const { json, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}', options: { maxTokens: 10 } },
		{ items: ids(4, 4), settings: { onError: 'continueRegularOutput' } },
	);
	expect(service.sandbox.requests).toHaveLength(2);
	expect(json.map(({ error }) => String(error).includes('Max Tokens')).sort()).toEqual([
		false,
		false,
		true,
		true,
	]);
	expect(hintsOf(task)[0]).toContain('0 tokens spent, 10 more might have been charged');
});

test.each([
	['stopWorkflow', /sent 2 requests but returns no items/],
	['continueRegularOutput', /Processed 2 of 3 items\./],
] as const)('Max Tokens with %s says how far the run has come', async (onError, says) => {
	const options = { maxTokens: 10 };
	const { error, json } = await service.run(
		'snippet.update',
		{ snippetId: 'snip_hours', updateFields: { name: 'Hours' }, options },
		{ items: [{}, {}, {}], settings: { onError } },
	);
	expect(error?.description ?? JSON.stringify(json.at(-1)?.details)).toMatch(says);
});

describe('after the end', () => {
	// The stricter limits of an earlier test would still count.
	beforeEach(() => shortenMinute(60_000));
	const each = { leadId: '={{ $json.id }}' };
	const sent = () => service.sandbox.requests.length;
	/** A new account, because limits apply per token and address. */
	const elsewhere = () => service.sandbox.url.replace('127.0.0.1', 'localhost');

	test('On Error: Stop: waiting requests are not sent, and the error comes immediately', async () => {
		service.sandbox.addFault({ kind: 'status', status: 404, match: { nth: 3 }, times: 1 });
		const began = Date.now();
		const { error } = await service.run('lead.get', each, {
			items: ids(100, 100),
			credential: { requestsPerMinute: 20, baseUrl: elsewhere() },
		});
		expect(error?.message).toMatch(/status 404.*\[item \d+\]$/);
		expect(Date.now() - began).toBeLessThan(10_000);
		expect(sent()).toBeLessThanOrEqual(20);
	});

	test.each([
		['a wrong token', { accessToken: 'nobody' }, 'access token is missing or invalid'],
		['an empty balance', {}, 'status 402'],
	])('Continue: %s is told once', async (what, credential, status) => {
		if (what === 'an empty balance') {
			service.sandbox.addFault({ kind: 'status', status: 402, times: Infinity });
		}
		const { json } = await service.run('lead.get', each, {
			items: ids(250, 250),
			credential: { ...credential, baseUrl: elsewhere(), requestsPerMinute: 40 },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(250);
		for (const { error } of json) expect(error).toContain(status);
		expect(json.at(-1)?.error).toContain('Request not sent, because an earlier one was rejected');
		expect(sent()).toBeLessThanOrEqual(40);
	});

	test('Continue: a 403 about one record ends nothing', async () => {
		service.sandbox.addFault({ kind: 'status', status: 403, times: 1 });
		// More than are in flight at a time, so that some are sent after it.
		const { json } = await service.run('lead.get', each, {
			items: ids(200, 200),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(1);
	});
});

test('a 429 costs nothing of Max Tokens, and the error of a 503 mentions a possible charge', async () => {
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 0.05 });
	service.sandbox.addFault({ kind: 'status', status: 503 });
	const { error, task } = await service.run('lead.get', {
		leadId: service.sandbox.leadIds[0].id,
		options: { maxTokens: 10 },
	});
	expect(error).toBeUndefined();
	expect(hintsOf(task)[0]).toMatch(/^3 requests, 5 tokens spent, 5 more might have been charged/);
});

describe('retries', () => {
	const create = {
		name: 'Blog',
		platformType: 'other',
		customType: 'shopify',
		config: settingsOf({ key: 'value' }),
	};

	test.each([
		[502, 2],
		[503, 2],
		// The service has most likely processed it.
		[504, 1],
	])('%i: a read is, %i times, a create is not', async (status, times) => {
		service.sandbox.addFault({ kind: 'status', status, times });
		const read = await service.run('lead.getAll');
		expect(read.error).toBeUndefined();
		expect(service.sandbox.requests).toHaveLength(times + 1);

		service.sandbox.reset();
		service.sandbox.addFault({ kind: 'status', status, times: 1 });
		const { error } = await service.run('seoPlatform.create', create);
		expect(service.sandbox.requests).toHaveLength(1);
		expect(error?.description).toContain('may still have been processed');
	});

	test('a lost connection: a read and a PUT are retried, a create is not, and its error mentions that it might be done', async () => {
		service.sandbox.addFault({ kind: 'drop', times: 2 });
		expect((await service.run('lead.getAll')).error).toBeUndefined();
		service.sandbox.addFault({ kind: 'drop', after: true });
		const put = { snippetId: 'snip_hours', updateFields: { name: 'Hours' } };
		expect((await service.run('snippet.update', put)).error).toBeUndefined();

		service.sandbox.clearRequests();
		service.sandbox.addFault({ kind: 'drop', after: true });
		const { error } = await service.run('seoPlatform.create', create);
		expect(service.sandbox.requests).toHaveLength(1);
		expect(error?.description).toContain('may still have been processed');
	});

	test('429 is, even for a create', async () => {
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 0.05, times: 2 });
		expect((await service.run('seoPlatform.create', create)).error).toBeUndefined();
		expect(service.sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
	});
});
