import type { IDataObject } from 'n8n-workflow';

import type { Kept } from '../../../nodes/AgentSuite/trigger/kept';
import { remember } from '../../../nodes/AgentSuite/trigger/remember';
import type { StoredSnapshot } from '../../../nodes/AgentSuite/trigger/snapshot';

/** A snapshot as n8n stores it, as far as it matters here. */
const state = (revision: number, more: IDataObject = {}): IDataObject => ({ revision, ...more });
const snapshot = (revision: number) => state(revision) as unknown as StoredSnapshot;

describe('remembering a snapshot', () => {
	test('replaces everything, with a later revision', () => {
		const stored = state(1, { old: true });
		const kept: Kept = {};
		remember(kept, stored, { ...snapshot(1), list: 'leads' }, snapshot(1));
		expect(stored).toEqual(state(expect.any(Number) as number, { list: 'leads' }));
		expect(stored.revision).toBeGreaterThan(1);
		expect(kept.remembered).toEqual(stored);
	});

	test('changes nothing if it is the same and stored already', () => {
		const kept: Kept = {};
		// n8n stores its object once anything was assigned, even if it is the same.
		const stored = Object.freeze(state(2));
		remember(kept, stored, snapshot(2), snapshot(2));
		expect([stored, kept.remembered]).toEqual([state(2), state(2)]);
		const older = state(1, { old: true });
		remember(kept, older, snapshot(2), snapshot(2));
		expect(older).toEqual(state(2));
	});
});
