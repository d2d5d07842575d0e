import type { IDataObject } from 'n8n-workflow';

import { resume, type TriggerProcess } from '../../../nodes/AgentSuite/trigger/state';
import type { StoredSnapshot } from '../../../nodes/AgentSuite/trigger/snapshot';

const NOW = 1_000_000;
const node = { id: 'n', name: 'Trigger' };
const renamed = { ...node, name: 'Renamed' };
/** A snapshot as n8n stores it, as far as it matters here. */
const state = (revision: number, more: IDataObject = {}): IDataObject => ({
	revision,
	node: node.id,
	...more,
});
const snapshot = (revision: number) => state(revision) as unknown as StoredSnapshot;
/** After a batch with revision 20, which came after revision 10. */
const afterBatch = (): TriggerProcess => ({
	latest: snapshot(20),
	pendingCommit: { at: NOW, name: node.name, from: snapshot(10) },
});

describe('without a batch', () => {
	test.each([
		['nothing, at the start', {}, {}, undefined],
		['the stored one, at the start', {}, state(10), state(10)],
		['none of another node', {}, state(10, { node: 'other' }), undefined],
		['one that cannot be read', {}, { lastPoll: 1 }, { lastPoll: 1 }],
		['the latest one', { latest: snapshot(10) }, state(5), state(10)],
		['the latest one, if none is stored', { latest: snapshot(10) }, {}, state(10)],
		['a newer stored one', { latest: snapshot(10) }, state(15), state(15)],
		[
			'the latest one, if a newer one is of another node',
			{ latest: snapshot(10) },
			state(15, { node: 'other' }),
			state(10),
		],
	])('%s', (_what, kept: TriggerProcess, stored: IDataObject, expected) => {
		expect(resume(kept, stored, node, NOW)).toEqual(expected);
	});
});

describe('after a batch', () => {
	test('the snapshot of the batch, once it is stored, and all after it', () => {
		const kept = afterBatch();
		expect(resume(kept, state(20), node, NOW)).toEqual(state(20));
		kept.latest = snapshot(30);
		expect(resume(kept, state(20), node, NOW + 60_000)).toEqual(state(30));
	});

	test('waits for 10 s while it is not stored, then returns to the one before', () => {
		const kept = afterBatch();
		expect(resume(kept, state(10), node, NOW + 9999)).toBe('pending');
		expect(resume(kept, state(10), node, NOW + 10_000)).toEqual(state(10));
	});

	test('the latest one for a renamed node, also after renaming it back', () => {
		const kept = afterBatch();
		expect(resume(kept, {}, renamed, NOW + 60_000)).toEqual(state(20));
		expect(resume(kept, state(10), node, NOW + 60_000)).toEqual(state(20));
	});

	test('is a copy of the stored one', () => {
		const stored = state(20);
		expect(resume(afterBatch(), stored, node, NOW)).not.toBe(stored);
	});
});
