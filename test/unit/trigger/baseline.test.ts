import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import {
	storeSnapshot,
	type SnapshotOrigin,
	type StoredSnapshot,
} from '../../../nodes/AgentSuite/trigger/snapshot';
import { ownerOf, continuationOf } from '../../../nodes/AgentSuite/trigger/baseline';
import { origin, snapshotOf } from './leads';

const known = snapshotOf([{ email: 'a@example.com' }]);
const state = (more: Partial<SnapshotOrigin> = {}) => storeSnapshot(known, { ...origin, ...more });
const start = (stored: StoredSnapshot | undefined, credential = 'c', owner = 'org', scope = 's') =>
	continuationOf(leads, stored, { credential, owner, scope });

test('first: nothing is remembered', () => {
	expect(start(undefined)).toEqual({ is: 'first' });
});

test('continued: the same organization or credential', () => {
	expect(start(state())).toEqual({ is: 'continued', known });
	expect(start(state(), 'other')).toEqual({ is: 'continued', known });
	expect(start(state({ owner: '' }))).toEqual({ is: 'continued', known });
	expect(start(state(), 'c', '')).toEqual({ is: 'continued', known });
});

test('other scope: the same list, but another event or filter', () => {
	expect(start(state(), 'c', 'org', 'other')).toEqual({ is: 'otherScope', known });
});

test('another list, or damaged data that does not name its list', () => {
	const why = 'the selected event reads another list';
	expect(start(state({ list: 'articles' }))).toEqual({ is: 'otherList', why });
	const unnamed = start({ ...state(), version: 2 as never, list: undefined as never });
	expect(unnamed).toMatchObject({ is: 'unusable' });
});

test.each<[string, string, ReturnType<typeof start>]>([
	['what cannot be read', 'cannot be read', start({ seen: 1 } as never)],
	['another version', 'cannot be read', start({ ...state(), version: 2 as never })],
	['fewer parts', 'cannot be read', start(state({ parts: origin.parts.slice(1) }))],
	[
		'parts in another order',
		'cannot be read',
		start(state({ parts: [...origin.parts].reverse() })),
	],
	['parts without names', 'cannot be read', start({ ...state(), parts: undefined as never })],
	['wrong deliveries', 'cannot be read', start({ ...state(), unsent: [[9, 0, 0]] })],
	['another credential and owner', 'credential was changed', start(state(), 'd', 'other')],
	['another credential, no owner', 'credential was changed', start(state(), 'other', '')],
	[
		'another credential, no owner before',
		'credential was changed',
		start(state({ owner: '' }), 'other'),
	],
])('starts over with %s', (_what, why, found) => {
	expect(found).toEqual({ is: 'unusable', why: expect.stringContaining(why) as string });
});

test('a token of another organization in the same credential is refused', () => {
	expect(() => start(state(), 'c', 'other')).toThrow('another organization');
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
