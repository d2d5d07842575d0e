import type { IDataObject } from 'n8n-workflow';

import {
	newestSnapshot,
	processOf,
	remember,
	triggers,
	type StoredSnapshot,
	type TriggerProcess,
} from '../../../nodes/AgentSuite/trigger/state';

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
		['the latest one', snapshot(10), state(5), state(10)],
		['the latest one, if none is stored', snapshot(10), {}, state(10)],
		['a newer stored one', snapshot(10), state(15), state(15)],
		[
			'the latest one, if a newer one is of another node',
			snapshot(10),
			state(15, { node: 'other' }),
			state(10),
		],
	])('%s', (_what, latest, stored: IDataObject, expected) => {
		expect(newestSnapshot(latest, stored, node.id)).toEqual(expected);
	});

	test('is a copy of the stored one, and the latest one itself if that is the same', () => {
		const [stored, latest] = [state(20), snapshot(20)];
		expect(newestSnapshot(undefined, stored, node.id)).not.toBe(stored);
		expect(newestSnapshot(latest, stored, node.id)).toBe(latest);
	});
});

describe('remembering a snapshot', () => {
	test('replaces everything, with a later revision', () => {
		const stored = state(1, { old: true });
		const kept: TriggerProcess = {};
		remember(kept, stored, { ...snapshot(1), list: 'leads' }, snapshot(1));
		expect(stored).toEqual(state(expect.any(Number) as number, { list: 'leads' }));
		expect(stored.revision).toBeGreaterThan(1);
		expect(kept.latest).toEqual(stored);
	});

	test('changes nothing if it is the same and stored already', () => {
		const [stored, kept] = [state(2), {} as TriggerProcess];
		remember(kept, stored, snapshot(2), snapshot(2));
		expect([stored, kept.latest]).toEqual([state(2), state(2)]);
		const older = state(1, { old: true });
		remember(kept, older, snapshot(2), snapshot(2));
		expect(older).toEqual(state(2));
	});
});

test('no trigger is dropped, however many there are', () => {
	const first = processOf('first');
	for (let index = 0; index < 5000; index++) processOf(`trigger ${index}`);
	expect(processOf('first')).toBe(first);
	for (let index = 0; index < 5000; index++) triggers.delete(`trigger ${index}`);
});
