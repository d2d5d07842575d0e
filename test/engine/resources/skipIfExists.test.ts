import type { IDataObject } from 'n8n-workflow';

import {
	seoPlatformCreate,
	seoPlatformGetAll,
} from '../../../nodes/AgentSuite/resources/operations';
import { useQuickService } from '../../support/service';

const service = useQuickService();

const parameters = {
	name: '={{ $json.name }}',
	platformType: 'other',
	customType: 'shopify',
	config: '{"key":"a secret value"}',
};
const options: IDataObject = { skipIfExists: true };
const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const created = () =>
	service.sandbox.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as IDataObject).name);
const create = async (names: string[], own: IDataObject = {}, extra: object = {}) =>
	await service.run(
		'seoPlatform.create',
		{ ...parameters, options: { ...options, ...own } },
		{ items: names.map((name) => ({ name })), ...extra },
	);

test('an existing platform is returned unchanged, without its secrets, for the cost of one list', async () => {
	const [first] = (await create(['Shop', 'Outlet'])).json;
	expect(created()).toEqual(['Shop', 'Outlet']);
	service.sandbox.clearRequests();

	const { outputs, task } = await create([' shop', 'Third', 'Outlet']);
	expect(created()).toEqual(['Third']);
	expect(service.spent).toBe(seoPlatformGetAll.tokens + seoPlatformCreate.tokens);
	expect(outputs[0].map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
		['Shop', { item: 0 }],
		['Third', { item: 1 }],
		['Outlet', { item: 2 }],
	]);
	expect(outputs[0][0].json).toEqual(first);
	expect(first).not.toHaveProperty('config');
	expect(task.hints?.[0].message).toContain('2 writes skipped because the record exists');
	expect((await create(['Shop'], { includeSecrets: true })).json[0].config).toEqual({
		key: 'a secret value',
	});
});

test('one of the same name and another type is another platform', async () => {
	await create(['Shop']);
	await service.run('seoPlatform.create', {
		...parameters,
		options,
		name: 'Shop',
		customType: 'magento',
	});
	expect(created()).toEqual(['Shop', 'Shop']);
});

test('items of the same name in one run are one platform', async () => {
	const { json } = await create(['Shop', 'Shop', 'SHOP']);
	expect(created()).toEqual(['Shop']);
	expect(new Set(json.map(({ id }) => id)).size).toBe(1);
});

test('a create whose response was lost is found by the next item and the next try', async () => {
	service.sandbox.addFault({ kind: 'drop', after: true, match: { method: 'POST' } });
	const { json } = await create(
		['Shop', 'Shop'],
		{},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(json.map(({ error, name }) => name ?? typeof error)).toEqual(['string', 'Shop']);
	expect(created()).toEqual(['Shop']);

	service.sandbox.reset();
	service.sandbox.addFault({ kind: 'status', status: 500, after: true, match: { method: 'POST' } });
	const tried = await create(['Outlet'], {}, { settings: again });
	expect(tried.error).toBeUndefined();
	expect(tried.json).toMatchObject([{ name: 'Outlet' }]);
	expect(created()).toEqual(['Outlet']);
});

test('a write that might have been processed is not retried if the list does not contain it', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500, match: { method: 'POST' } });
	const { error } = await create(['Shop'], {}, { settings: again });
	expect(error?.message).toContain('HTTP 500');
	expect(created()).toEqual(['Shop']);
});

test.each([{}, again])(
	'nor is another item of the same name created in that run, with %j',
	async (settings) => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { method: 'POST', nth: 1 } });
		const { json } = await create(
			['Shop', 'Shop', 'Outlet'],
			{},
			{ settings: { ...settings, onError: 'continueRegularOutput' } },
		);
		expect(created()).toEqual(['Shop', 'Outlet']);
		expect(json[0].error).toContain('HTTP 500');
		expect(json[1].error).toContain('a previous item might already have created this record');
		expect(json[2].name).toBe('Outlet');
	},
);

test('nor is it created by another try, if the list could not be read after the first', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500, match: { method: 'POST', nth: 1 } });
	service.sandbox.addFault({ kind: 'status', status: 500, match: { method: 'GET', nth: 2 } });
	const { json } = await create(
		['Shop', 'Shop'],
		{},
		{ settings: { ...again, onError: 'continueRegularOutput' } },
	);
	expect(created()).toEqual(['Shop']);
	expect(json[1].error).toContain('a previous item might already have created this record');
});

test('a list that cannot be read: nothing is created', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500, match: { method: 'GET' }, times: null });
	const { error } = await create(['Shop']);
	expect(error?.message).toContain('HTTP 500');
	expect(created()).toEqual([]);
});

test('Max Tokens counts the list', async () => {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { method: 'POST', nth: 2 } });
	const { error } = await create(['One', 'Two'], { maxTokens: 25 }, { settings: again });
	expect(error).toBeUndefined();
	expect(created()).toEqual(['One', 'Two', 'Two']);
	expect(service.spent).toBe(20);
	expect((await create(['Three'], { maxTokens: 9 })).error?.message).toContain('Max Tokens');
});

test('each account has its own list, which is read once', async () => {
	const { admin, otherOrg } = service.sandbox.tokens;
	await service.run(
		'seoPlatform.create',
		{ ...parameters, name: 'Shop', options },
		{
			items: [admin, otherOrg, admin, otherOrg].map((token) => ({ token })),
			credential: { accessToken: '={{ $json.token }}' },
		},
	);
	expect(created()).toEqual(['Shop', 'Shop']);
	const methods = service.sandbox.requests.map(({ method }) => method);
	expect(methods.sort()).toEqual(['GET', 'GET', 'POST', 'POST']);
});
