import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import { type StoredState } from '../../../../nodes/AgentSuite/trigger/state/lastState';
import { N8nStorage } from '../../../../nodes/AgentSuite/trigger/n8n/n8nStorage';
import { partNames, type Origin } from '../../../../nodes/AgentSuite/trigger/state/origin';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import { Store, type InMemory } from '../../../../nodes/AgentSuite/trigger/state/store';
import { emptyRows } from '../../../../nodes/AgentSuite/trigger/table/rows';
import { Table } from '../../../../nodes/AgentSuite/trigger/table/table';

const origin: Origin = {
	list: 'leads',
	parts: partNames(leads),
	node: 'n',
	credential: 'c',
	owner: 'org_1',
	scope: 's',
};

/** What a list with one row is sent from. */
const outboxOf = () => new Outbox(new Table(emptyRows(leads, 1)));

/** n8n's object as its timers and its scheduler have it. */
const observed = (stored: IDataObject = {}): IDataObject =>
	Object.defineProperty(stored, '__dataChanged', { value: false, writable: true });

/** What a process has that has compared no list. */
const nothing = (): InMemory => ({ hasCompared: false });

/** A poll of a trigger, with n8n's object. */
function pollOf(stored: IDataObject, memory = nothing(), isActivation = false, mode = 'update') {
	const context = {
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n' }),
		getActivationMode: () => mode,
	};
	const storage = new N8nStorage<StoredState>(context as unknown as IPollFunctions, isActivation);
	return new Store(memory, storage);
}

const state = (revision: number, more: IDataObject = {}): IDataObject => ({
	node: 'n',
	revision,
	...more,
});
const inMemory = state(5) as unknown as StoredState;

/** What a process has that keeps this state. */
const keeping = (kept: StoredState): InMemory => ({
	kept: { state: kept, outbox: outboxOf() },
	hasCompared: true,
});

describe('the last state', () => {
	test.each<[string, StoredState | undefined, IDataObject, unknown]>([
		['nothing', undefined, {}, undefined],
		['only what n8n has stored', undefined, state(1), state(1)],
		['only what is in memory', inMemory, {}, inMemory],
		['the same in both', inMemory, state(5, { more: 1 }), inMemory],
		['a later one in memory', inMemory, state(4), inMemory],
		['a later one that another process has stored', inMemory, state(6), state(6)],
		['that of an earlier node of the same name', undefined, state(6, { node: 'm' }), undefined],
		['that of an earlier node, and one in memory', inMemory, state(6, { node: 'm' }), inMemory],
		['one without a revision', undefined, { node: 'n' }, { node: 'n' }],
		['one without a node', undefined, { seen: 1 }, { seen: 1 }],
	])('of %s', (_what, kept, stored, last) => {
		expect(pollOf(stored, kept && keeping(kept)).last.state).toEqual(last);
	});

	test('is a copy, because n8n changes its own object', () => {
		const stored = state(1);
		expect(pollOf(stored).last.state).not.toBe(stored);
		expect(pollOf(stored, keeping(inMemory)).last.state).toBe(inMemory);
	});

	test('has its outbox, unless another process has stored a later one', () => {
		const memory = keeping(inMemory);
		const kept = memory.kept;
		expect(pollOf(state(5), memory).last).toEqual({ from: 'kept', ...kept });
		expect(pollOf(state(5), memory).outbox).toBe(kept?.outbox);
		const later = pollOf(state(6), memory);
		expect(later.last.state).toEqual(state(6));
		expect(later.outbox).toBeUndefined();
	});
});

describe('what a poll has compared', () => {
	test('replaces everything, with a later revision', () => {
		const stored: IDataObject = { old: true };
		const memory = nothing();
		const before = Date.now();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox, origin, false);
		expect(stored).toMatchObject({ ...origin, version: 1, count: 1 });
		expect(stored).not.toHaveProperty('old');
		expect(stored.revision).toBeGreaterThanOrEqual(before);
		expect(memory.kept).toEqual({ state: stored, outbox });
	});

	test('changes nothing if it is the same and stored already', () => {
		const stored: IDataObject = {};
		const memory = nothing();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox, origin, false);
		const { revision } = stored;
		// n8n stores its object once anything was assigned, even if it is the same.
		const store = pollOf(Object.freeze(stored), memory);
		store.replace(outbox, { ...origin, parts: [...origin.parts] }, false);
		store.save();
		store.endPoll();
		expect([stored.revision, memory.kept?.state.revision]).toEqual([revision, revision]);
	});

	test('two processes that take turns, and change nothing: each goes on by what it keeps', () => {
		const stored: IDataObject = {};
		const memories = [nothing(), nothing()];
		pollOf(stored, memories[0]).replace(outboxOf(), origin, false);
		const { revision } = stored;
		for (const turn of [1, 0, 1, 0]) {
			const store = pollOf(stored, memories[turn]);
			store.replace(store.last.outbox!, origin, false);
			store.endPoll();
			expect(stored.revision).toBe(revision);
			expect(memories[turn].kept?.outbox).toBe(store.last.outbox);
			expect(pollOf(stored, memories[turn]).last.from).toBe('kept');
		}
	});

	test('restores what n8n has lost, with the same revision', () => {
		const stored: IDataObject = {};
		const memory = nothing();
		pollOf(stored, memory).replace(outboxOf(), origin, false);
		const other: IDataObject = { revision: 1, old: true };
		pollOf(other, memory).endPoll();
		expect(other).toEqual(stored);
	});

	test.each<[string, (outbox: Outbox) => Origin | undefined]>([
		['what was told', ({ table }) => void table.tell(0, { knows: 'nothing' })],
		['its scope', () => ({ ...origin, scope: 'other' })],
		['its parts', () => ({ ...origin, parts: origin.parts.slice(0, -1) })],
		['an option', () => ({ ...origin, emitsExisting: true })],
	])('a change of %s raises the revision by one at least', (_what, change) => {
		const stored: IDataObject = {};
		const memory = nothing();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox, origin, false);
		// A clock that was set back.
		const ahead = Date.now() + 1e9;
		Object.assign(stored, { revision: ahead });
		Object.assign(memory.kept?.state as object, { revision: ahead });
		pollOf(stored, memory).replace(outbox, change(outbox) ?? origin, false);
		expect(stored.revision).toBe(ahead + 1);
		expect(memory.kept?.state.revision).toBe(ahead + 1);
	});

	test('before the first comparison, nothing is written', () => {
		const stored = Object.freeze({ old: true }) as IDataObject;
		const store = pollOf(stored);
		store.save();
		store.endPoll();
		expect(stored).toEqual({ old: true });
	});
});

describe('what changes after the poll', () => {
	/** A poll that is over, before an execution starts with another table. */
	function late(stored: IDataObject, mode?: string) {
		const memory = nothing();
		const outbox = outboxOf();
		const store = pollOf(stored, memory, false, mode);
		store.replace(outbox, origin, false);
		store.endPoll();
		outbox.table.tell(0, { knows: 'nothing' });
		return { store, memory, outbox };
	}

	test.each([
		['timers', observed(), 'activate', 1],
		['scheduler', observed(), 'update', 1],
		['durable', {}, 'update', 0],
	])('is stored with the next execution: %s', (_mode, stored, activationMode, more) => {
		const { store } = late(stored, activationMode);
		const revision = Number(stored.revision);
		store.save();
		expect(stored.revision).toBe(revision + more);
	});

	test('a process that polls no more never has a later state than one that has polled since', () => {
		const first = late(observed());
		const before = Number(first.memory.kept?.state.revision);
		const other = nothing();
		jest.useFakeTimers({ now: before + 60_000 });
		pollOf(observed({ ...first.memory.kept?.state }), other).replace(first.outbox, origin, false);
		jest.setSystemTime(before + 120_000);
		first.store.save();
		jest.useRealTimers();
		const overwritten = observed({ ...first.memory.kept?.state });
		expect(pollOf(overwritten, other).last.state).toBe(other.kept?.state);
	});
});

test.each([
	['durable', {}, 'update', true, false],
	['durable', {}, 'update', false, true],
	['scheduler', observed(), 'update', true, true],
	['scheduler', observed(), 'update', false, false],
	['timers', observed(), 'activate', true, true],
	['timers', observed(), 'init', false, false],
])(
	'n8n stores the state also without an execution: %s',
	(mode, stored, activationMode, isActivation, expected) => {
		const store = pollOf(stored, nothing(), isActivation, activationMode);
		expect([store.isDurable, store.needsExecution]).toEqual([mode === 'durable', false]);
		store.replace(outboxOf(), origin, true);
		expect(store.needsExecution).toBe(!expected);
	},
);
