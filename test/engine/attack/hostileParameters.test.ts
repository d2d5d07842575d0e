import type { IDataObject } from 'n8n-workflow';

import { useService, working } from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useService();

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
afterEach(() => {
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(String({})).toBe('[object Object]');
});

const shop = { name: 'Shop', platformType: 'wix' };

describe('names with a meaning in JavaScript', () => {
	test('as the keys of the config: they arrive unchanged', async () => {
		const config = { settings: names.map((key) => ({ key, value: `of ${key}` })) };
		const { error } = await service.run('seoPlatform.create', { ...shop, config });
		expect(error?.message).toBeUndefined();
		const { body } = service.sandbox.requests[0];
		const sent = Object.entries((body as IDataObject).config as IDataObject);
		expect(sent.sort()).toEqual(names.map((key) => [key, `of ${key}`]).sort());
	});

	test.each(names)('as a field to update, an option or an input field: %s', async (name) => {
		const hostile = JSON.parse(`{"${name}": {"polluted": 1}, "name": "Hours"}`) as IDataObject;
		const { error } = await service.run(
			'snippet.update',
			{ snippetId: 'snip_hours', updateFields: hostile, options: hostile },
			{ items: [hostile] },
		);
		expect(error?.message).toBeUndefined();
		// JSON separates own fields from those that all objects have.
		const sent = service.sandbox.requests.map(({ body }) => JSON.stringify(body));
		expect(sent).toEqual(['{"name":"Hours"}']);
	});

	test.each(names)('as resource, operation, platform type, status or domain: %s', async (name) => {
		for (const id of [`${name}.getAll`, `lead.${name}`]) {
			expect((await service.run(id)).error?.message).toContain('no such operation');
		}
		const create = { ...working['seoPlatform.create'], platformType: name };
		expect((await service.run('seoPlatform.create', create)).error?.message).toContain(
			'no such option',
		);
		expect(service.sandbox.requests).toEqual([]);
		const filtered = await service.run('lead.getAll', { filters: { status: [name] } });
		expect(filtered.json).toEqual([]);
		expect(filtered.error).toBeUndefined();
	});
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'nested 100,000 deep: n8n refuses it before it is sent, with %s',
	async (onError) => {
		const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
		const { error, json } = await service.run(
			'seoPlatform.create',
			{ ...shop, config: settingsOf({ deep: '={{ JSON.parse($json.config) }}' }) },
			{ items: [{ config: nested }, { config: '{"a":1}' }], settings: { onError } },
		);
		const said = onError === 'stopWorkflow' ? error?.message : json[0].error;
		expect(said).toMatch(/Maximum call stack.*\[item 0\]$/);
		expect(service.sandbox.requests).toHaveLength(onError === 'stopWorkflow' ? 0 : 1);
	},
);
