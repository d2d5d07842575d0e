import type { IDataObject } from 'n8n-workflow';

import { isDurable, newestState, type StoredState } from '../../../nodes/AgentSuite/trigger/state';

const state = (revision: number, more: IDataObject = {}): IDataObject => ({
	node: 'n',
	revision,
	...more,
});
const inMemory = state(5) as unknown as StoredState;

test.each<[string, StoredState | undefined, IDataObject, unknown]>([
	['nothing', undefined, {}, undefined],
	['only what n8n has stored', undefined, state(1), state(1)],
	['only what is in memory', inMemory, {}, inMemory],
	['the same in both', inMemory, state(5, { more: 1 }), inMemory],
	['a newer one in memory', inMemory, state(4), inMemory],
	['a newer one that another process has stored', inMemory, state(6), state(6)],
	['that of an earlier node of the same name', undefined, state(6, { node: 'm' }), undefined],
	['that of an earlier node, and one in memory', inMemory, state(6, { node: 'm' }), inMemory],
	['one without a revision', undefined, { node: 'n' }, { node: 'n' }],
	['one without a node', undefined, { seen: 1 }, { seen: 1 }],
])('the newest state of %s', (_what, memory, stored, newest) => {
	expect(newestState(memory, stored, 'n')).toEqual(newest);
});

test('the newest state is a copy, because n8n changes its own object', () => {
	const stored = state(1);
	expect(newestState(undefined, stored, 'n')).not.toBe(stored);
	expect(newestState(inMemory, stored, 'n')).toBe(inMemory);
});

test('durable cursors are known by what n8n notes otherwise', () => {
	expect([isDurable({}), isDurable({ __dataChanged: false })]).toEqual([true, false]);
});
