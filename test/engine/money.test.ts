import { expectNoSecrets } from '../support/secrecy';
import { useService } from '../support/service';
import { shortenBackoff } from '../support/windows';

const service = useService();
beforeAll(() => shortenBackoff(5));
afterEach(() => {
	const { tokens, secrets } = service.sandbox;
	expectNoSecrets(service.last!, [...Object.values(tokens), ...secrets]);
});

const spent = () => service.sandbox.requests.reduce((sum, { tokens }) => sum + tokens, 0);
const hints = (task: { hints?: Array<{ message: string }> }) =>
	(task.hints ?? []).map(({ message }) => message);
const ids = (count: number, different: number) =>
	Array.from({ length: count }, (_, place) => ({
		id: service.sandbox.leadIds[place % different].id,
	}));

test('1,000 items asking for four leads cost 20 tokens and give 1,000 paired outputs', async () => {
	const { outputs, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}' },
		{ items: ids(1000, 4) },
	);
	expect(spent()).toBe(20);
	expect(service.sandbox.requests).toHaveLength(4);
	expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 1000 }, (_, item) => ({ item })),
	);
	expect(outputs[0][5].json).toEqual(outputs[0][1].json);
	expect(outputs[0][5].json).not.toBe(outputs[0][1].json);
	expect(outputs[0][4].json).not.toEqual(outputs[0][1].json);
	expect(hints(task)).toEqual(['4 requests, 20 tokens spent, 996 reads reused']);
});

test('without Reuse Reads every item sends its own', async () => {
	await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}', options: { reuseReads: false } },
		{ items: ids(12, 4) },
	);
	expect(service.sandbox.requests).toHaveLength(12);
});

test('writes are never shared', async () => {
	const parameters = { snippetId: 'snip_hours', updateFields: { name: 'Hours' } };
	await service.run('snippet.update', parameters, { items: [{}, {}, {}] });
	expect(service.sandbox.requests).toHaveLength(3);
});

test('Max Tokens stops before the request that would exceed it, and says so for the items left', async () => {
	const { outputs, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}', options: { maxTokens: 18, reuseReads: false } },
		{ items: ids(6, 6), settings: { onError: 'continueRegularOutput' } },
	);
	expect(spent()).toBe(15);
	const errors = outputs[0].filter(({ json }) => json.error !== undefined);
	expect(outputs[0]).toHaveLength(6);
	expect(errors).toHaveLength(3);
	for (const { json } of errors) {
		expect(json.error).toMatch(/^Not sent, since it would exceed Max Tokens: 5 tokens more than/);
	}
	expect(hints(task)).toEqual(['3 requests, 15 tokens spent']);
});

test('a 429 costs nothing of Max Tokens; a 503 may have been charged and says so', async () => {
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 0.05 });
	service.sandbox.addFault({ kind: 'status', status: 503 });
	const { error, task } = await service.run('lead.get', {
		leadId: service.sandbox.leadIds[0].id,
		options: { maxTokens: 10 },
	});
	expect(error).toBeUndefined();
	expect(hints(task)[0]).toMatch(/^3 requests, 5 tokens spent, 5 more may have been charged/);
});

describe('what is sent again', () => {
	const create = {
		name: 'Blog',
		platformType: 'other',
		customType: 'shopify',
		config: '{ "shop": "blog" }',
	};

	test.each([502, 503, 504])('%i: a read is, a create is not', async (status) => {
		service.sandbox.addFault({ kind: 'status', status, times: 2 });
		const read = await service.run('lead.getAll');
		expect(read.error).toBeUndefined();
		expect(service.sandbox.requests).toHaveLength(3);

		service.sandbox.reset();
		service.sandbox.addFault({ kind: 'status', status, times: 1 });
		const { error } = await service.run('seoPlatform.create', create);
		expect(service.sandbox.requests).toHaveLength(1);
		expect(error?.description).toContain('may have been carried out');
	});

	test('a lost connection: a read and a PUT are, a create is not and says that it may be done', async () => {
		service.sandbox.addFault({ kind: 'drop', times: 2 });
		expect((await service.run('lead.getAll')).error).toBeUndefined();
		service.sandbox.addFault({ kind: 'drop', after: true });
		const put = { snippetId: 'snip_hours', updateFields: { name: 'Hours' } };
		expect((await service.run('snippet.update', put)).error).toBeUndefined();

		service.sandbox.clearRequests();
		service.sandbox.addFault({ kind: 'drop', after: true });
		const { error } = await service.run('seoPlatform.create', create);
		expect(service.sandbox.requests).toHaveLength(1);
		expect(error?.description).toContain('may have been carried out');
	});

	test('429 is, even for a create', async () => {
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 0.05, times: 2 });
		expect((await service.run('seoPlatform.create', create)).error).toBeUndefined();
		expect(service.sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
	});

	test('500 is not', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500 });
		expect((await service.run('lead.getAll')).error?.httpCode).toBe('500');
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('attempts are bounded', async () => {
		service.sandbox.addFault({ kind: 'status', status: 503, times: Infinity });
		expect((await service.run('lead.getAll')).error?.httpCode).toBe('503');
		expect(service.sandbox.requests).toHaveLength(4);
	});

	test('a write that succeeded is not sent again when Retry On Fail runs the node again', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 2 } });
		const { error, json, task } = await service.run(
			'seoPlatform.create',
			{ ...create, name: '={{ $json.name }}' },
			{
				items: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			},
		);
		expect(error).toBeUndefined();
		expect(json.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
		const sent = service.sandbox.requests.map(({ body, status }) => [
			(body as { name: string }).name,
			status,
		]);
		expect(sent).toEqual([
			['One', 200],
			['Two', 500],
			['Two', 200],
			['Three', 200],
		]);
		expect(hints(task)).toEqual(['2 requests, 10 tokens spent, 1 write not sent again']);
	});

	test('a create that may have been carried out is not sent again by Retry On Fail either', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		for (const fault of [
			{ kind: 'drop', after: true },
			{ kind: 'truncate' },
			{ kind: 'status', status: 504 },
		] as const) {
			service.sandbox.reset();
			service.sandbox.addFault({ ...fault, match: { nth: 2 } });
			const { error } = await service.run(
				'seoPlatform.create',
				{ ...create, name: '={{ $json.name }}' },
				{ items: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }], settings },
			);
			expect(error?.message).toContain('[item 1]');
			expect(error?.description).toContain('may have been carried out');
			const sent = service.sandbox.requests.map(({ body }) => (body as { name: string }).name);
			expect(sent).toEqual(['One', 'Two']);
		}
	});

	test('another execution sends its writes', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		await service.run('seoPlatform.create', create, { settings });
		await service.run('seoPlatform.create', create, { settings });
		expect(service.sandbox.requests).toHaveLength(2);
	});
});

test('the credential is resolved once for the run, not once more for each request', async () => {
	const { decrypted } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}', options: { reuseReads: false } },
		{ items: ids(10, 4) },
	);
	expect(decrypted).toBe(1);
});
