import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import type { Memory } from '../../../nodes/AgentSuite/trigger/memory';
import { Outbox } from '../../../nodes/AgentSuite/trigger/outbox/outbox';
import { partNames, type Origin } from '../../../nodes/AgentSuite/trigger/state';
import { store } from '../../../nodes/AgentSuite/trigger/store';
import { emptyRows } from '../../../nodes/AgentSuite/trigger/table/rows';
import { Table } from '../../../nodes/AgentSuite/trigger/table/table';

const origin: Origin = {
	list: 'leads',
	parts: partNames(leads),
	node: 'n',
	credential: 'c',
	owner: 'org_1',
	scope: 's',
};

/** What a trigger keeps of a list with one row. */
function kept(): Required<Pick<Memory, 'outbox'>> & Memory {
	const rows = emptyRows(leads, 1);
	return {
		outbox: new Outbox(new Table(rows, new Map(), new Uint8Array(1), new Map(), new Set())),
	};
}

test('replaces everything, with a later revision', () => {
	const memory = kept();
	const stored: IDataObject = { old: true };
	const before = Date.now();
	store(memory, stored, origin);
	expect(stored).toMatchObject({ ...origin, version: 1, count: 1 });
	expect(stored).not.toHaveProperty('old');
	expect(stored.revision).toBeGreaterThanOrEqual(before);
	expect(memory.state).toEqual(stored);
});

test('changes nothing if it is the same and stored already', () => {
	const memory = kept();
	const stored: IDataObject = {};
	store(memory, stored, origin);
	const { revision } = stored;
	// n8n stores its object once anything was assigned, even if it is the same.
	store(memory, Object.freeze(stored));
	store(memory, stored, { ...origin, parts: [...origin.parts] });
	expect([stored.revision, memory.state?.revision]).toEqual([revision, revision]);
});

test('restores what n8n has lost, with the same revision', () => {
	const memory = kept();
	const stored: IDataObject = {};
	store(memory, stored, origin);
	const other: IDataObject = { revision: 1, old: true };
	store(memory, other);
	expect(other).toEqual(stored);
});

test.each<[string, (memory: ReturnType<typeof kept>) => Origin | undefined]>([
	['what was told', ({ outbox }) => void outbox.table.setTold(0, { knows: 'nothing', values: [] })],
	['a refusal', ({ outbox }) => void outbox.table.setRefused(0, true)],
	['its scope', () => ({ ...origin, scope: 'other' })],
	['its parts', () => ({ ...origin, parts: origin.parts.slice(0, -1) })],
	['an option', () => ({ ...origin, emitsExisting: true })],
])('a change of %s raises the revision by one at least', (_what, change) => {
	const memory = kept();
	const stored: IDataObject = {};
	store(memory, stored, origin);
	// A clock that was set back.
	const ahead = Date.now() + 1e9;
	Object.assign(stored, { revision: ahead });
	Object.assign(memory.state as object, { revision: ahead });
	store(memory, stored, change(memory));
	expect(stored.revision).toBe(ahead + 1);
	expect(memory.state?.revision).toBe(ahead + 1);
});

test('without a table, or before its origin is known, nothing is written', () => {
	const stored = Object.freeze({ old: true }) as IDataObject;
	store({}, stored, origin);
	store(kept(), stored);
	expect(stored).toEqual({ old: true });
});
