import type { IDataObject } from 'n8n-workflow';

import type { StoredSnapshot } from '../../../nodes/AgentSuite/trigger/snapshot';
import {
	newestSnapshot,
	processOf,
	triggers,
	write,
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

test('writing replaces everything, unless it is stored already', () => {
	const stored = state(1, { old: true });
	write(stored, snapshot(2));
	expect(stored).toEqual(state(2));
	write(stored, { ...snapshot(2), list: 'leads' });
	expect(stored).toEqual(state(2));
});

test('no trigger that still polls is dropped, however many there are', () => {
	const first = processOf('first', 0);
	for (let index = 0; index < 5000; index++) processOf(`trigger ${index}`, 1);
	expect(processOf('first', 2)).toBe(first);
	const days = 86_400_000;
	expect(processOf('first', 33 * days)).not.toBe(first);
	for (let index = 0; index < 5000; index++) triggers.delete(`trigger ${index}`);
});
