import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { searchedRecords } from '../../../nodes/AgentSuite/action/searchedResponse';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { defineEvent } from '../../../nodes/AgentSuite/define/defineEvent';
import { operationOf } from '../../../nodes/AgentSuite/define/defineOperation';
import { definePickList } from '../../../nodes/AgentSuite/define/definePickList';
import { listById } from '../../../nodes/AgentSuite/define/listById';
import type { Endpoint } from '../../../nodes/AgentSuite/model/endpoint';
import { withoutSecrets } from '../../../nodes/AgentSuite/records/secrets';

const hide = (paths: string[], record: IDataObject) => withoutSecrets([record], { paths })[0];

test('a field is removed from a copy, wherever it is', () => {
	const record = { id: 1, apiKey: 's', platform: { name: 'x', config: { p: 's' } } };
	const before = structuredClone(record);
	expect(hide(['apiKey', 'platform.config'], record)).toEqual({ id: 1, platform: { name: 'x' } });
	expect(record).toEqual(before);
	const many = { platform: [{ id: 1, config: { p: 's' } }, 'plat_2', { id: 3, config: 's' }] };
	expect(hide(['platform.config'], many)).toEqual({ platform: [{ id: 1 }, 'plat_2', { id: 3 }] });
});

test.each<[string[], IDataObject]>([
	[['apiKey'], { id: 1 }],
	[['platform.config'], { platform: null }],
	[['platform.config'], { platform: 'plat_1' }],
	[['platform.config'], { platform: [1] }],
	[['platform.config'], { config: 'of something else' }],
	[['toString', 'constructor.name'], { id: 1 }],
	[[], { apiKey: 'not declared' }],
])('%j leaves %j as it is', (paths, record) => {
	expect(hide(paths, record)).toEqual(record);
});

test('only secrets that have an option can be included', () => {
	const record = { id: 1, apiKey: 's' };
	const included = (option?: string) =>
		withoutSecrets([record], { paths: ['apiKey'], option }, { options: { includeSecrets: true } });
	expect(included()).toEqual([{ id: 1 }]);
	expect(included('the API key')).toEqual([record]);
});

test('for any record, declared fields are removed and the rest is kept', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (rest, config) => {
			const record = { ...rest, config } as IDataObject;
			const kept = Object.entries(record).filter(([name]) => name !== 'config');
			expect(Object.entries(hide(['config'], record))).toEqual(kept);
		}),
	);
});

test('every operation whose records contain secrets declares them', () => {
	const places = Object.values(table).flatMap(({ id, response: { documented, secrets } }) => {
		const [hidden] = withoutSecrets([documented], secrets);
		return /apiKey|applicationPassword|"config"/.test(JSON.stringify(hidden)) ? [id] : [];
	});
	expect(places).toEqual([]);
});

test('every declared path of a secret is in the documented record', () => {
	const misspelled = Object.values(table).flatMap(({ response: { documented, secrets } }) =>
		(secrets?.paths ?? []).filter((path) =>
			isDeepStrictEqual(hide([path], documented), documented),
		),
	);
	expect(misspelled).toEqual([]);
});

describe('what a file makes of records with secrets', () => {
	const secrets = { paths: ['key'], option: 'the key' };
	const records = [{ id: 1, key: 's' }];
	const resource = { name: 'Test', value: 'test', description: '', preselected: 'get' };
	const endpoint: Endpoint = {
		method: 'GET',
		path: '/tests',
		tokens: 1,
		response: { kind: 'list', documented: { id: 1 }, secrets },
	};
	const operation = operationOf(resource, 'getAll', endpoint, {
		name: 'Get Many',
		action: 'Get many tests',
		description: '',
		addFromList: (given) => given.map(({ id, key }) => ({ id, renamed: key })),
	});
	const event = defineEvent({
		event: 'testCreated',
		name: 'Test Created',
		description: '',
		list: listById({ name: 'tests', operation, parts: [] }, []),
		emit: ({ id, key }) => ({ id, renamed: key }),
		testEventHint: '',
		emptyMessage: '',
	});
	const entries = definePickList({
		method: 'searchTests',
		from: operation,
		entries: (given) => given.map(({ key }) => ({ name: String(key), value: '1' })),
		empty: { message: '', description: '' },
	}).entries(records);

	test.each([
		[
			'what filters search',
			(options: Record<string, unknown>) => searchedRecords(records, operation, { options })[0],
		],
		[
			'an event',
			(options: Record<string, unknown>) => event.emit(records[0], undefined, { options }),
		],
	])('%s has them under another name only if the user includes them', (_, made) => {
		expect(made({})).toEqual({ id: 1, renamed: undefined });
		expect(made({ includeSecrets: true })).toEqual({ id: 1, renamed: 's' });
	});

	test('a pick list never has them', () => {
		expect(entries).toEqual([{ name: 'undefined', value: '1' }]);
	});
});
