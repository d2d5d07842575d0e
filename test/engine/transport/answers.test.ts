import type { IDataObject } from 'n8n-workflow';

import { log } from '../../support/log';
import { hintsOf, idsOf, operations, useQuickService, working } from '../../support/service';

const service = useQuickService();

/** Runs an operation with a successful response that has this body. */
async function answered(id: string, body: unknown, contentType = 'application/json') {
	service.sandbox.addFault({
		kind: 'garbage',
		body: typeof body === 'string' ? body : JSON.stringify(body),
		contentType,
	});
	return await service.run(id, working[id]);
}

/** The same, expects no output, and returns the error. */
async function refused(id: string, body: unknown, contentType?: string) {
	const { error, run, outputs } = await answered(id, body, contentType);
	expect(error?.name).toBe('NodeApiError');
	expect(run.status).toBe('error');
	expect(outputs.flat()).toEqual([]);
	expect(error?.message).toMatch(/^The service returned .* instead of .*\[item 0\]$/);
	const cure = error?.message.includes("'success: false'") ? 'parameters of the node' : 'base URL';
	expect(error?.description).toContain(cure);
	return error?.message;
}

const lead = { firstName: 'Ann', status: 'contacted' };
const { leadId } = working['lead.get'];
const ids = Object.keys(working);
/** One of each way to read a response: a list in an object, a list, a record, a written record, a confirmation. */
const ofEachShape = [
	'lead.getAll',
	'article.getAll',
	'lead.get',
	'seoPlatform.create',
	'whatsApp.setFirstMessage',
];
const writes = idsOf('update', 'create');

const html = '<!doctype html><html><head><title>Sign in</title></head></html>';

describe.each(ofEachShape)('%s', (id) => {
	test.each([
		['an HTML page', html, 'text/html', 'an HTML page'],
		['an HTML page with the content type of JSON', html, undefined, 'an HTML page'],
		['text', 'everything is fine', 'text/plain', 'text that is not JSON'],
	])('%s is not a success', async (_, body, contentType, says) => {
		const message = await refused(id, body, contentType);
		expect(message).toContain(says);
		expect(message).not.toMatch(/Sign in|fine/);
	});

	test('half of a body that is announced as complete', async () => {
		service.sandbox.addFault({ kind: 'truncate', variant: 'json', times: Infinity });
		const { error, json } = await service.run(id, working[id]);
		expect(error?.message).toContain('text that is not JSON');
		expect(json).toEqual([]);
	});

	test('half of a body, then the connection breaks', async () => {
		service.sandbox.addFault({ kind: 'truncate', times: Infinity });
		const { error, json } = await service.run(id, { ...working[id], options: { maxWait: 1 } });
		expect(error?.message).toContain('was closed before the full response arrived');
		expect(error?.description).toContain('charged');
		expect(json).toEqual([]);
		const once = operations[id].effect === 'create';
		expect(service.sandbox.requests).toHaveLength(once ? 1 : 2);
	});

	test.each([
		['an object without any field of its kind', { unknown: true }],
		['a number', 7],
		['a list of other things', [{ unknown: true }]],
		['a list of numbers', [1, 2]],
	])('%s', async (_, body) => {
		await refused(id, body);
	});
});

describe.each(['lead.getAll', 'lead.get', 'article.getAll'])('%s', (id) => {
	test.each([
		['{}'],
		['null'],
		[''],
		['"text"'],
		['{"message": "Fine"}'],
		['{"success": false, "leads": [], "users": []}'],
		['{"status": "error", "message": "No"}'],
	])('%s is no empty result', async (body) => {
		await refused(id, body);
	});
});

test.each<[string, unknown, string]>([
	['lead.getAll', { leads: null }, "instead of an object with the list 'leads'"],
	['lead.getAll', { items: [] }, 'an object without any of the expected fields'],
	['lead.getAll', [lead], 'a list instead of an object'],
	['lead.getAll', { leads: [null, null] }, 'a list without any of the expected fields'],
	['billing.getActiveUsers', { message: 'Fine' }, "with the list 'users'"],
])('%s, when the response is %j', async (id, body, expected) => {
	expect(await refused(id, body)).toContain(expected);
});

const lists = ids.filter((id) => operations[id].response.kind === 'list');

/** The response of the service to the last request, with an empty list. */
async function emptied(): Promise<unknown> {
	const { url, requests, tokens } = service.sandbox;
	const { path, query } = requests[0];
	const address = `${url}${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;
	const response = await fetch(address, { headers: { Authorization: `Bearer ${tokens.admin}` } });
	const body = (await response.json()) as IDataObject | unknown[];
	if (Array.isArray(body)) return [];
	const values = Object.entries(body).map(([name, value]) => [
		name,
		Array.isArray(value) ? [] : value,
	]);
	return Object.fromEntries(values) as unknown;
}

test.each(lists)('%s: an empty list returns no items', async (id) => {
	expect((await service.run(id, working[id])).json).not.toEqual([]);
	const { error, outputs, run } = await answered(id, await emptied());
	expect(error).toBeUndefined();
	expect(run.status).toBe('success');
	expect(outputs.flat()).toEqual([]);
});

describe('undocumented data is accepted', () => {
	const odd: IDataObject = {
		firstName: 42,
		phone: null,
		status: 'archived',
		score: 0.5,
		tags: ['a', { b: [] }],
		'': 'empty',
		constructor: 'text',
		notes: 'long '.repeat(4000),
	};

	test('new fields, statuses, and types, in one record and in a list', async () => {
		expect((await answered('lead.get', odd)).json).toEqual([{ ...odd, leadId }]);
		expect((await answered('lead.getAll', { leads: [odd, lead], total: 2 })).json).toEqual([
			{ ...odd, leadKey: '42' },
			{ ...lead, leadKey: 'ann' },
		]);
	});

	test('a list beside a code, and a record with a field "success"', async () => {
		const refused = { ...lead, success: false };
		const { json } = await answered('lead.getAll', { code: 500, leads: [refused] });
		expect(json).toMatchObject([refused]);
	});

	test('empty records in a list are skipped, and the output pane and the log say so', async () => {
		const { json, error, task } = await answered('lead.getAll', { leads: [null, lead, {}, lead] });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([lead, lead]);
		expect(json).toHaveLength(2);
		expect(log.text).toContain('Agent Suite: skipped 2 records that cannot be read');
		expect(hintsOf(task)).toContain('Skipped 2 records that cannot be read');
		expect(log.text).not.toContain('@');
	});

	test('empty records in two responses are counted together', async () => {
		const body = JSON.stringify({ leads: [null, lead] });
		const fault = { kind: 'garbage', body, contentType: 'application/json' } as const;
		for (const each of [fault, fault]) service.sandbox.addFault(each);
		const options = { maxTokens: '={{ $json.maxTokens }}' };
		const items = [{ maxTokens: 50 }, { maxTokens: 60 }];
		const { task } = await service.run('lead.getAll', { options }, { items });
		expect(hintsOf(task)).toContain('Skipped 2 records that cannot be read');
	});

	test('an article whose platform is gone', async () => {
		const { json } = await answered('article.getAll', [
			{ id: 'a', platform: null },
			{ id: 'b', platform: 'plat_1' },
			{ id: 'c' },
		]);
		expect(json).toEqual([{ id: 'a' }, { id: 'b', platform: 'plat_1' }, { id: 'c' }]);
	});
});

test('a field "error" of a record is renamed, because n8n would treat the success as a failure', async () => {
	const { documented: sample } = operations['lead.get'].response;
	const { json, run } = await answered('lead.get', { ...sample, error: 'sync' });
	expect(json).toEqual([{ ...sample, leadId, serviceError: 'sync' }]);
	expect(run.status).toBe('success');
});

test('no field is lost if a record also has the name that "error" gets', async () => {
	const { documented: sample } = operations['lead.get'].response;
	const record = { ...sample, serviceError: 'own', error: 'sync' };
	const { json } = await answered('lead.get', record);
	expect(json).toEqual([{ ...sample, leadId, serviceError: 'own', serviceError_: 'sync' }]);
});

describe.each(writes)('%s', (id) => {
	test('the error for an unreadable response says that the write might have been processed', async () => {
		service.sandbox.addFault({ kind: 'truncate', variant: 'json' });
		const { error } = await service.run(id, working[id]);
		expect(error?.description).toContain('may still have been processed and charged');
	});

	// What the operation adds to a response.
	const more = operations[id].shape?.({}, working[id]) ?? {};

	test('a status without content is a success', async () => {
		service.sandbox.addFault({ kind: 'status', status: 204, body: '' });
		const { json, error } = await service.run(id, working[id]);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, ...more }]);
	});

	test.each([200, 201, 205])(
		'with %i, nothing is a success only of a confirmation',
		async (status) => {
			service.sandbox.addFault({ kind: 'status', status, body: '' });
			const { json, error } = await service.run(id, working[id]);
			if (id === 'whatsApp.setFirstMessage') expect(json).toEqual([{ success: true, ...more }]);
			else expect(error?.message).toContain('returned nothing instead of a record');
		},
	);

	test.each([
		['null'],
		['{}'],
		['{"success":false}'],
		['{"type":"about:blank","title":"Not found","status":404,"detail":"No"}'],
		['{"id":"new","error":"Not valid"}'],
		['{"id":"new","statusCode":422}'],
	])('%s is not: the write might have been processed', async (body) => {
		await refused(id, body);
		const { error } = await answered(id, body);
		expect(error?.description).toContain('may still have been processed and charged');
	});

	test('a message alone is a success only where it is documented', async () => {
		const body = { message: 'Snippet not found' };
		if (id !== 'whatsApp.setFirstMessage') return await refused(id, body);
		service.sandbox.addFault({ kind: 'status', status: 202, body });
		const { json } = await service.run(id, working[id]);
		return expect(json).toEqual([{ success: true, ...body, ...more }]);
	});
});

test('a refused create is not sent again by Retry On Fail', async () => {
	const body = '{"name":"ValidationError","message":"Too long"}';
	service.sandbox.addFault({ kind: 'garbage', body, times: Infinity });
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const id = 'seoPlatform.create';
	const { error } = await service.run(id, working[id], { settings });
	expect(error?.message).toContain('instead of a record');
	expect(service.sandbox.requests).toHaveLength(1);
});
