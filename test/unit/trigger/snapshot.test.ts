import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import { difference } from '../../../nodes/AgentSuite/trigger/difference/difference';
import {
	isSame,
	ownerOf,
	storeSnapshot,
	usableSnapshot,
	type Origin,
	type StoredSnapshot,
} from '../../../nodes/AgentSuite/trigger/state';

const origin: Origin = {
	revision: 1,
	list: 'leads',
	node: 'n',
	credential: 'c',
	owner: 'org',
	scope: '',
};
const { snapshot } = difference(leads, [{ email: 'a@example.com' }], { today: 20_000 });
const { snapshot: empty } = difference(leads, [], { today: 20_000 });
const state = (more: Partial<Origin> = {}) => storeSnapshot(snapshot, { ...origin, ...more });
const reasonOf = (stored: StoredSnapshot, credential = 'c', owner = 'org') =>
	usableSnapshot(leads, stored, credential, owner).reason;

test.each<[string, boolean, StoredSnapshot]>([
	['itself', true, state()],
	['another revision', false, state({ revision: 2 })],
	['another credential', false, state({ credential: 'd' })],
	['other records', false, storeSnapshot(empty, origin)],
])('a snapshot and %s: equal %s', (_what, expected, other) => {
	expect(isSame(state(), JSON.parse(JSON.stringify(other)) as StoredSnapshot)).toBe(expected);
});

describe('the snapshot to compare with', () => {
	test('none, and no reason, at the start', () => {
		expect(usableSnapshot(leads, undefined, 'c', 'org')).toEqual({});
	});

	test('the stored one of the same organization or credential', () => {
		expect(usableSnapshot(leads, state(), 'c', 'org')).toEqual({ known: snapshot });
		expect(reasonOf(state(), 'other')).toBeUndefined();
		expect(reasonOf(state({ owner: '' }))).toBeUndefined();
		expect(reasonOf(state(), 'c', '')).toBeUndefined();
	});

	test('otherwise the reason why there is none', () => {
		expect(reasonOf(state({ list: 'articles' }))).toContain('another list');
		expect(reasonOf({ seen: 1 } as never)).toContain('cannot be read');
		expect(reasonOf({ ...state(), version: 2 as never })).toContain('cannot be read');
		expect(reasonOf(state(), 'd', 'other')).toContain('another organization');
		expect(() => reasonOf(state(), 'c', 'other')).toThrow('another organization');
		expect(reasonOf(state(), 'other', '')).toContain('the credential was changed');
		expect(reasonOf(state({ owner: '' }), 'other')).toContain('the credential was changed');
	});
});

test.each<[string, unknown[]]>([
	['a', ['a', 'b', 'a']],
	['a', ['b', 'a', 'a']],
	['a', [null, '', 1, undefined, '', 'a']],
	['', []],
	['', [null, '', 1]],
])('the organization %j of records of %j', (expected, owners) => {
	expect(ownerOf(owners.map((clientOrgId) => ({ clientOrgId }) as IDataObject))).toBe(expected);
});
