import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import { shownRecords } from '../../../nodes/AgentSuite/output/records';

const hide = (paths: string[], record: IDataObject) =>
	shownRecords({ secrets: { paths } }, [record])[0];

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

test('for any record, declared fields are removed and the rest is kept', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (rest, config) => {
			const record = { ...rest, config } as IDataObject;
			const kept = Object.entries(record).filter(([name]) => name !== 'config');
			expect(Object.entries(hide(['config'], record))).toEqual(kept);
		}),
	);
});

test('a field "error" is renamed in a copy, and no part of the record is shared', () => {
	const record = { error: 'sync', serviceError: 'own', nested: { list: [1] } };
	const [shown] = shownRecords({}, [record]);
	expect(shown).toEqual({ serviceError: 'own', nested: { list: [1] }, serviceError_: 'sync' });
	expect(shown.nested).not.toBe(record.nested);
	expect(record).toHaveProperty('error');
});

test('every operation whose records contain secrets declares them', () => {
	const places = Object.values(table).flatMap(({ id, response, secrets }) => {
		const [hidden] = shownRecords({ secrets }, [response.documented]);
		return /apiKey|applicationPassword|"config"/.test(JSON.stringify(hidden)) ? [id] : [];
	});
	expect(places).toEqual([]);
});

test('every declared path of a secret is in the documented record, or in its shape', () => {
	const misspelled = Object.values(table).flatMap(({ response, shape, secrets }) => {
		const { documented } = response;
		const shaped = shape?.([documented], { simplify: true, options: {} }) ?? [];
		return (secrets?.paths ?? []).filter((path) =>
			[documented, ...shaped].every((record) => isDeepStrictEqual(hide([path], record), record)),
		);
	});
	expect(misspelled).toEqual([]);
});
