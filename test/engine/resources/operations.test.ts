import type { IDataObject } from 'n8n-workflow';

import { filledBy, type Endpoint } from '../../../nodes/AgentSuite/model/endpoint';
import { endpoints } from '../../../nodes/AgentSuite/model/endpoints';
import { choiceValues, type Field } from '../../../nodes/AgentSuite/model/field';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { operations as inContract, validateRequest } from '../../../sandbox/contract';
import {
	exampleOf,
	expectWorking,
	idsOf,
	operations,
	useService,
	working,
} from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useService();

test.each(Object.values(table))(
	'$id works in the sandbox with the placeholders of its fields, which it sends once',
	async ({ id, method, path }) => {
		const { error, run } = await service.run(id, working[id]);
		expectWorking(id, error && `${error.message}. ${error.description}`);
		expect(run.status).toBe('success');
		expect(service.sandbox.requests).toHaveLength(1);
		const [request] = service.sandbox.requests;
		const { headers, body, query } = request;
		const { status } = inContract.find(({ operationId }) => operationId === id)!;
		expect(request).toMatchObject({ method, status });
		expect(request.path).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
		expect(validateRequest(request)).toEqual({ operationId: id, errors: [] });
		const sent = JSON.stringify([request.path, query, body]);
		const entered = Object.values(working[id]).flatMap((value) =>
			typeof value === 'object' ? Object.values(value as object) : [value],
		);
		for (const value of entered) expect(sent).toContain(JSON.stringify(value).slice(1, -1));
		expect(headers).toMatchObject({
			accept: 'application/json',
			authorization: `Bearer ${service.sandbox.tokens.admin}`,
		});
		expect(headers['content-type']).toBe(body ? 'application/json' : undefined);
	},
);

/** What fills the query of reads, and can differ: not a text that is required, which the test above enters. */
const optional = idsOf('read').flatMap((id) => {
	const { query = [] }: Endpoint = endpoints[id as keyof typeof endpoints];
	const places = query.map(filledBy);
	const { fields, options } = operations[id];
	return [
		...fields.map((field) => ({ id, field, entered: (own: IDataObject) => own })),
		...options.map((field) => ({ id, field, entered: (own: IDataObject) => ({ options: own }) })),
	].filter(
		({ field: { name, required, options: choices } }) =>
			places.includes(name) && (!required || choices !== undefined),
	);
});

/** Each choice of a menu, or nothing, and what a user can enter: a switch that is on, or the placeholder. */
function valuesOf(field: Field): unknown[] {
	const choices = choiceValues(field);
	if (choices.length > 1) return choices;
	return [undefined, field.type === 'boolean' ? true : (choices[0] ?? exampleOf(field))];
}

test('what a user can add to the query of a read changes what the sandbox returns', async () => {
	for (const { id, field, entered } of optional) {
		const values = valuesOf(field);
		const outputs = new Set<string>();
		for (const value of values) {
			const own = value === undefined ? {} : entered({ [field.name]: value as string });
			const { error, json } = await service.run(id, { ...working[id], returnAll: true, ...own });
			expectWorking(id, error && `With ${field.name} ${String(value)}: ${error.message}.`);
			outputs.add(JSON.stringify(json));
		}
		if (outputs.size < values.length)
			throw new Error(
				`${id} returns the same records for several of these values of '${field.name}': ${values.map((value) => value ?? 'none').join(', ')}. Let sandbox/operations.ts use it, and add records to sandbox/seed.ts that differ in it.`,
			);
	}
});

const amelia = {
	agentConversationId: 'conv_20931',
	clientOrgId: 'org_brightwater',
	firstName: 'Amelia',
	lastName: 'Thornton',
	email: 'amelia.thornton@example.com',
	phone: '+1 202 555 0110',
	status: 'not-contacted',
};

describe('one record', () => {
	test('a lead, linked to the input item', async () => {
		const { outputs } = await service.run('lead.get', working['lead.get']);
		expect(outputs).toEqual([
			[{ json: { ...amelia, leadId: 'lead_8f2k1a' }, pairedItem: { item: 0 } }],
		]);
	});

	test('the token balance, without the API key', async () => {
		const { json } = await service.run('billing.getTokenBalance');
		expect(json).toEqual([
			{
				mainTokenCount: 4999,
				extraTokenCount: 250,
				totalTokenCount: 5249,
				refillBalanceActive: false,
				refillBalanceUpTo: 5000,
				minBalanceBeforeRefill: 500,
			},
		]);
	});

	test('an email address given as the ID of a lead, which says how to find the lead, at no cost', async () => {
		const { error } = await service.run('lead.get', { leadId: ' amelia.hart@example.com ' });
		expect(error).toMatchObject({
			message: "'Lead ID' is an email address [item 0]",
			description: expect.stringContaining("Get Many with the filter 'Email'") as string,
		});
		expect(service.sandbox.requests).toEqual([]);
	});

	test('a snippet, of which only the given fields change', async () => {
		const updateFields = { content: '  Open\nall day  ', description: '' };
		const { json } = await service.run('snippet.update', {
			snippetId: ' snip_hours ',
			updateFields,
		});
		const { content } = updateFields;
		expect(service.sandbox.requests[0].body).toEqual({ content });
		expect(json).toMatchObject([{ id: 'snip_hours', name: 'Opening hours', content }]);
	});

	test('the first message of an agent is set unchanged', async () => {
		const firstMessage = 'Hi {{firstName}},\n\nÄ € 🙂 "quoted" ';
		const { json } = await service.run('whatsApp.setFirstMessage', {
			agentId: 'agent_sales',
			firstMessage,
		});
		expect(json).toEqual([
			{
				success: true,
				message: 'WhatsApp first message updated',
				agentId: 'agent_sales',
				firstMessage,
			},
		]);
		expect(service.sandbox.firstMessage('agent_sales')).toBe(firstMessage);
	});
});

describe('creating a platform', () => {
	const created = { clientOrgId: 'org_brightwater', invalidConfig: false };

	test('a date in a value of the configuration is sent as JSON has it', async () => {
		const value = "={{ ({ at: DateTime.fromISO('2026-03-02T08:00:00Z').toUTC() }) }}";
		const create = { name: 'Shop', platformType: 'wix', config: settingsOf({ start: value }) };
		await service.run('seoPlatform.create', create);
		const { config } = service.sandbox.requests[0].body as { config: unknown };
		expect(config).toEqual({ start: { at: '2026-03-02T08:00:00.000Z' } });
	});

	test('the configuration that the service echoes is not in the output', async () => {
		const { json } = await service.run('seoPlatform.create', working['seoPlatform.create']);
		expect(json).toEqual([{ id: 'plat_new1', name: 'Blog', type: 'wordpress', ...created }]);
	});

	test.each([
		['texts', { platformType: 'wix' }, 'wix', { siteId: 's1', apiKey: ' a b ' }],
		['what expressions return', { platformType: 'wix' }, 'wix', { a: [{ b: 1 }], c: true, d: 0 }],
		['a number', { platformType: 'other', customType: 'shopify' }, 'shopify', { key: 1 }],
	])('whose configuration has %s: %j', async (_, parameters, type, config) => {
		const { json } = await service.run('seoPlatform.create', {
			name: 'Shop',
			...parameters,
			config: settingsOf(config),
		});
		expect(service.sandbox.requests[0].body).toEqual({ name: 'Shop', type, config });
		expect(json).toEqual([{ id: 'plat_new1', name: 'Shop', type, ...created }]);
	});

	const secret = 's3cret-of-Shop';

	/** Each is what the editor saves as rows of a key and a value. */
	test.each<[string, Array<[key: string, value: string]>, string]>([
		['no row', [], 'is empty'],
		['no key', [['={{ " " }}', secret]], 'has a value without a key in row 1'],
		[
			'an expression that returns nothing',
			[
				['a', secret],
				[`${secret}-b`, '={{ $json.missing }}'],
			],
			'has no value in row 2',
		],
		['an empty object', [['a', '={{ ({}) }}']], 'has no value in row 1'],
		[
			'keys that differ in case, and an empty row',
			[
				['siteId', secret],
				['={{ "" }}', '={{ null }}'],
				['SiteID', 'x'],
			],
			'has the same key in rows 1 and 3 (case is ignored)',
		],
		['a key from JSON', [['"siteId"', '"a",']], 'has JSON as the key in row 1'],
		['JSON as a value', [[secret, ` {"apiKey":"${secret}"}\n`]], 'has JSON as the value in row 1'],
		['a number that is none', [['a', '={{ Number($json.b) }}']], 'has NaN as the value in row 1'],
		[
			'a number that is none, in an object',
			[['a', '={{ ({ list: [1, Number($json.b)] }) }}']],
			'has NaN as the value in row 1',
		],
		['lost digits', [['siteId', '={{ 12345678901234567890 }}']], 'has lost digits in row 1'],
	])('with %s, it is refused without a value, and with Continue too', async (_, rows, what) => {
		const says = `'Config' ${what}`;
		const config = { settings: rows.map(([key, value]) => ({ key, value })) };
		const create = { name: 'Shop', platformType: 'wix', config };
		const { error } = await service.run('seoPlatform.create', create);
		expect(error?.message).toContain(says);
		expect(`${error?.message}${error?.description}`).not.toContain(secret);
		const onError = 'continueRegularOutput';
		const { json } = await service.run('seoPlatform.create', create, { settings: { onError } });
		expect(json).toEqual([
			{ error: expect.stringContaining(says) as string, details: expect.anything() as object },
		]);
		expect(JSON.stringify(json)).not.toContain(secret);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		[true, { warning: expect.stringContaining('the configuration of the platform is invalid') }],
		[false, {}],
	])(
		'whose configuration is invalid (%j) is a success with a warning',
		async (invalidConfig, added) => {
			const record = { id: 'plat_1', name: 'Blog', type: 'wordpress', ...created, invalidConfig };
			service.sandbox.addFault({ kind: 'garbage', body: JSON.stringify(record) });
			const { json, error } = await service.run(
				'seoPlatform.create',
				working['seoPlatform.create'],
			);
			expect(error).toBeUndefined();
			expect(json).toEqual([{ ...record, ...added }]);
		},
	);

	test('values left over from another type are not sent', async () => {
		await service.run('seoPlatform.create', {
			...working['seoPlatform.create'],
			platformType: 'wix',
			customType: 'shopify',
			config: settingsOf({ siteId: 1 }),
		});
		expect(service.sandbox.requests[0].body).toEqual({
			name: 'Blog',
			type: 'wix',
			config: { siteId: 1 },
		});
	});
});

describe('several input items', () => {
	const ids = () => service.sandbox.leadIds.map(({ id }) => id);

	test('each sends its own request, and the output is in the order of the input', async () => {
		// The first response arrives last.
		const [first] = ids();
		service.sandbox.addFault({ kind: 'slow', ms: 200, match: { path: first } });
		const { outputs } = await service.run(
			'lead.get',
			{ leadId: '={{ $json.id }}' },
			{ items: ids().map((id) => ({ id })) },
		);
		const names = outputs[0].map(
			({ json }) => `${String(json.firstName)} ${String(json.lastName)}`,
		);
		expect(names).toEqual(service.sandbox.leadIds.map(({ name }) => name));
		expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(
			ids().map((_, item) => ({ item })),
		);
	});

	test('reads run in parallel', async () => {
		const ms = 2000;
		service.sandbox.addFault({ kind: 'slow', ms, times: Infinity });
		const items = ids().map((id) => ({ id }));
		await service.run('lead.get', { leadId: '={{ $json.id }}' }, { items });
		expect(items.length).toBeGreaterThanOrEqual(12);
		// The last one was in progress before the first had a response.
		const { requests } = service.sandbox;
		expect(requests.at(-1)!.at - requests[0].at).toBeLessThan(ms);
	});

	test('writes run one by one, in the order of the input', async () => {
		service.sandbox.addFault({ kind: 'slow', ms: 60, times: 2 });
		const items = ['one', 'two', 'three', 'four'].map((text) => ({ text }));
		await service.run(
			'whatsApp.setFirstMessage',
			{ agentId: 'agent_sales', firstMessage: '={{ $json.text }}' },
			{ items },
		);
		const sent = service.sandbox.requests.map(({ body }) => (body as IDataObject).first_message);
		expect(sent).toEqual(['one', 'two', 'three', 'four']);
		expect(service.sandbox.firstMessage('agent_sales')).toBe('four');
	});

	test('a list returns one item per record, each linked to the input item', async () => {
		const items = [{ job: 'seo_job_4618' }, { job: 'seo_job_4417' }, { job: 'seo_job_4502' }];
		const { outputs } = await service.run(
			'article.getBySeoJob',
			{ seoJobId: '={{ $json.job }}' },
			{ items },
		);
		const got = outputs[0].map(({ json, pairedItem }) => [json.seoJobId, pairedItem]);
		expect(got).toEqual([0, 0, 1, 1, 1, 2, 2, 2].map((item) => [items[item].job, { item }]));
	});

	test('no input items: nothing is sent', async () => {
		const { outputs } = await service.run('lead.getAll', {}, { items: [] });
		expect(outputs.flat()).toEqual([]);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('the base URL', () => {
	const mounted = useService({ basePath: '/api/v1' });

	test('can have a path, and what is pasted with it', async () => {
		const baseUrl = `${mounted.sandbox.url}//\n`;
		expect(new URL(baseUrl).pathname).toContain('/api/v1');
		const { json } = await mounted.run('lead.get', working['lead.get'], {
			credential: { baseUrl },
		});
		expect(json).toEqual([{ ...amelia, leadId: 'lead_8f2k1a' }]);
		expect(mounted.sandbox.requests[0].path).toBe('/agent/lead/lead_8f2k1a');
	});
});
