import type { IDataObject } from 'n8n-workflow';

import {
	isSame,
	newestSnapshot,
	storeSnapshot,
	type SnapshotOrigin,
	type StoredSnapshot,
} from '../../../nodes/AgentSuite/trigger/snapshot';
import type { StoredDelivery } from '../../../nodes/AgentSuite/trigger/outbox/stored';
import { origin, snapshotOf } from './leads';

const node = { id: 'n' };
/** A snapshot as n8n stores it, as far as it matters here. */
const state = (revision: number, more: IDataObject = {}): IDataObject => ({
	revision,
	node: node.id,
	...more,
});
const snapshot = (revision: number) => state(revision) as unknown as StoredSnapshot;

describe('the snapshot to continue from', () => {
	test.each([
		['nothing, at the start', undefined, {}, undefined],
		['the stored one, at the start', undefined, state(10), state(10)],
		['none of another node', undefined, state(10, { node: 'other' }), undefined],
		['one that cannot be read', undefined, { lastPoll: 1 }, { lastPoll: 1 }],
		['the remembered one', snapshot(10), state(5), state(10)],
		['the remembered one, if none is stored', snapshot(10), {}, state(10)],
		[
			'the remembered one, if what is stored is no snapshot',
			snapshot(10),
			{ lastPoll: 1 },
			state(10),
		],
		['a newer stored one', snapshot(10), state(15), state(15)],
		[
			'the remembered one, if a newer one is of another node',
			snapshot(10),
			state(15, { node: 'other' }),
			state(10),
		],
	])('%s', (_what, remembered, stored: IDataObject, expected) => {
		expect(newestSnapshot(remembered, stored, node.id)).toEqual(expected);
	});

	test('is a copy of the stored one, and the remembered one itself if that is the same', () => {
		const [stored, remembered] = [state(20), snapshot(20)];
		expect(newestSnapshot(undefined, stored, node.id)).not.toBe(stored);
		expect(newestSnapshot(remembered, stored, node.id)).toBe(remembered);
	});
});

const one = snapshotOf([{ email: 'a@example.com' }]);
const stored = (more: Partial<SnapshotOrigin> = {}, rows = [1, 2], records = one) => {
	const sent = rows.map((row): StoredDelivery => [row, 1, 0]);
	return storeSnapshot(records, { ...origin, ...more }, rows.length > 0 ? { sent } : {});
};

test.each<[string, boolean, StoredSnapshot]>([
	['itself', true, stored()],
	['another revision', false, stored({ revision: 2 })],
	['another credential', false, stored({ credential: 'd' })],
	['other records', false, stored({}, [1, 2], snapshotOf([]))],
	['others undelivered', false, stored({}, [1, 3])],
	['fewer undelivered', false, stored({}, [1])],
	['more undelivered', false, stored({}, [1, 2, 3])],
	['nothing undelivered', false, stored({}, [])],
])('a snapshot and %s: equal %s, either way', (_what, expected, other) => {
	const copy = JSON.parse(JSON.stringify(other)) as StoredSnapshot;
	expect([isSame(stored(), copy), isSame(copy, stored())]).toEqual([expected, expected]);
});

test('a status is stored as text if it has up to 60 characters, and only 250 of them are', () => {
	const statuses = [
		'a'.repeat(61),
		'b'.repeat(60),
		...Array.from({ length: 300 }, (_, at) => `${at}`),
	];
	const { literals } = storeSnapshot(snapshotOf(statuses.map((status) => ({ status }))), origin);
	expect(literals).toEqual(statuses.slice(1, 251));
});
