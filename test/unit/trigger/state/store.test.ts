import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import { type Kept, type StoredState } from '../../../../nodes/AgentSuite/trigger/state/lastState';
import { N8nStorage } from '../../../../nodes/AgentSuite/trigger/n8n/n8nStorage';
import { partNames, type Origin } from '../../../../nodes/AgentSuite/trigger/state/origin';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import { Store } from '../../../../nodes/AgentSuite/trigger/state/store';
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

/** A poll of a trigger, with n8n's object. */
function pollOf(stored: IDataObject, store = new Store(), isActivation = false, mode = 'update') {
	const context = {
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n' }),
		getActivationMode: () => mode,
	};
	const storage = new N8nStorage<StoredState>(context as unknown as IPollFunctions, isActivation);
	const last = store.beginPoll(storage);
	const save = () => store.save();
	return {
		last,
		storage,
		/** The poll compares its list. */
		replace: (outbox: Outbox, about = origin) => store.replace(outbox, last, about),
		save,
		end(): void {
			store.endPoll();
		},
	};
}

const state = (revision: number, more: IDataObject = {}): IDataObject => ({
	node: 'n',
	revision,
	...more,
});
const inMemory = state(5) as unknown as StoredState;

/** What a process has that keeps this state. */
const keeping = (kept: StoredState): Store =>
	Object.assign(new Store(), { kept: { state: kept, outbox: outboxOf() } });

/** What it keeps. */
const keptBy = (store: Store): Kept | undefined => store['kept'];

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
		const kept = keptBy(memory);
		expect(pollOf(state(5), memory).last).toMatchObject({ from: 'kept', ...kept });
		expect(memory.outbox).toBe(kept?.outbox);
		const later = pollOf(state(6), memory);
		expect(later.last.state).toEqual(state(6));
		expect(memory.outbox).toBeUndefined();
	});
});

describe('what a poll has compared', () => {
	test('replaces everything, with a later revision', () => {
		const stored: IDataObject = { old: true };
		const memory = new Store();
		const before = Date.now();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox);
		expect(stored).toMatchObject({ ...origin, version: 1, count: 1 });
		expect(stored).not.toHaveProperty('old');
		expect(stored.revision).toBeGreaterThanOrEqual(before);
		expect(keptBy(memory)).toEqual({ state: stored, outbox });
	});

	test('changes nothing if it is the same and stored already', () => {
		const stored: IDataObject = {};
		const memory = new Store();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox);
		const { revision } = stored;
		// n8n stores its object once anything was assigned, even if it is the same.
		const poll = pollOf(Object.freeze(stored), memory);
		poll.replace(outbox, { ...origin, parts: [...origin.parts] });
		poll.save();
		poll.end();
		expect([stored.revision, keptBy(memory)?.state.revision]).toEqual([revision, revision]);
	});

	test('two processes that take turns, and change nothing: each goes on by what it keeps', () => {
		const stored: IDataObject = {};
		const memories = [new Store(), new Store()];
		pollOf(stored, memories[0]).replace(outboxOf());
		const { revision } = stored;
		for (const turn of [1, 0, 1, 0]) {
			const poll = pollOf(stored, memories[turn]);
			const { last } = poll;
			poll.replace(last.from === 'kept' ? last.outbox : new Outbox(last.table!));
			poll.end();
			expect(stored.revision).toBe(revision);
			expect(memories[turn].outbox?.table).toBe(last.table);
			expect(pollOf(stored, memories[turn]).last.from).toBe('kept');
		}
	});

	test('restores what n8n has lost, with the same revision', () => {
		const stored: IDataObject = {};
		const memory = new Store();
		pollOf(stored, memory).replace(outboxOf());
		const other: IDataObject = { revision: 1, old: true };
		pollOf(other, memory).end();
		expect(other).toEqual(stored);
	});

	test.each<[string, (outbox: Outbox) => Origin | undefined]>([
		['what was told', ({ table }) => void table.tell(0, { knows: 'nothing' })],
		['its scope', () => ({ ...origin, scope: 'other' })],
		['its parts', () => ({ ...origin, parts: origin.parts.slice(0, -1) })],
		['an option', () => ({ ...origin, emitsExisting: true })],
	])('a change of %s raises the revision by one at least', (_what, change) => {
		const stored: IDataObject = {};
		const memory = new Store();
		const outbox = outboxOf();
		pollOf(stored, memory).replace(outbox);
		// A clock that was set back.
		const ahead = Date.now() + 1e9;
		Object.assign(stored, { revision: ahead });
		Object.assign(keptBy(memory)?.state as object, { revision: ahead });
		pollOf(stored, memory).replace(outbox, change(outbox) ?? origin);
		expect(stored.revision).toBe(ahead + 1);
		expect(keptBy(memory)?.state.revision).toBe(ahead + 1);
	});

	test('before the first comparison, nothing is written', () => {
		const stored = Object.freeze({ old: true }) as IDataObject;
		const poll = pollOf(stored);
		poll.save();
		poll.end();
		expect(stored).toEqual({ old: true });
	});
});

describe('what changes after the poll', () => {
	/** A poll that is over, before an execution starts with another table. */
	function late(stored: IDataObject, mode?: string) {
		const memory = new Store();
		const outbox = outboxOf();
		const poll = pollOf(stored, memory, false, mode);
		poll.replace(outbox);
		poll.end();
		outbox.table.tell(0, { knows: 'nothing' });
		return { poll, memory, outbox };
	}

	test.each([
		['timers', observed(), 'activate', 1],
		['scheduler', observed(), 'update', 1],
		['durable', {}, 'update', 0],
	])('is stored with the next execution: %s', (_mode, stored, activationMode, more) => {
		const { poll } = late(stored, activationMode);
		const revision = Number(stored.revision);
		poll.save();
		expect(stored.revision).toBe(revision + more);
	});

	test('a process that polls no more never has a later state than one that has polled since', () => {
		const first = late(observed());
		const before = Number(keptBy(first.memory)?.state.revision);
		const other = new Store();
		jest.useFakeTimers({ now: before + 60_000 });
		pollOf(observed({ ...keptBy(first.memory)?.state }), other).replace(first.outbox);
		jest.setSystemTime(before + 120_000);
		first.poll.save();
		jest.useRealTimers();
		const overwritten = observed({ ...keptBy(first.memory)?.state });
		expect(pollOf(overwritten, other).last.state).toBe(keptBy(other)?.state);
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
		const { storage } = pollOf(stored, new Store(), isActivation, activationMode);
		expect(storage.isDurable).toBe(mode === 'durable');
		expect(storage.storesAfterPoll).toBe(expected);
	},
);
