import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../../../../nodes/AgentSuite/model/event';
import {
	articleCreated,
	balanceLow,
	leadCreated,
	leadUpdated,
} from '../../../../nodes/AgentSuite/resources/events';
import type { TriggerSettings } from '../../../../nodes/AgentSuite/parameters/readTrigger';
import { baselineOf } from '../../../../nodes/AgentSuite/trigger/state/baseline';
import { beginPoll, pollOf } from '../../../../nodes/AgentSuite/trigger/currentPoll';
import { logBaseline } from '../../../../nodes/AgentSuite/trigger/reporting/logPoll';
import { Memory } from '../../../../nodes/AgentSuite/trigger/memory';
import type { Log } from '../../../../nodes/AgentSuite/trigger/reporting/log';
import { withOrganization } from '../../../../nodes/AgentSuite/trigger/state/origin';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import type { Kept } from '../../../../nodes/AgentSuite/trigger/state/lastState';
import type { ReturnAll } from '../../../../nodes/AgentSuite/trigger/table/decide';
import { compare } from '../../../../nodes/AgentSuite/trigger/table/compare';
import { storeTable } from '../../../../nodes/AgentSuite/trigger/table/storedTable';
import type { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import { lead } from '../leads';
import { parametersOf } from '../poller';

interface Situation {
	event?: TriggerEvent;
	given?: IDataObject;
	credential?: string;
	owners?: unknown[];
	kept?: Kept;
}

/** A poll with these settings, and what it has logged. */
function begin(stored: IDataObject, situation: Situation) {
	const { event = leadCreated, given = {}, credential = 'c', kept } = situation;
	const logged: string[] = [];
	const node = { id: 'n', credentials: { agentSuiteApi: { id: credential, name: '' } } };
	const context = {
		getNode: () => node as unknown as INode,
		getWorkflowStaticData: () => stored,
		getActivationMode: () => 'update',
	} as unknown as IPollFunctions;
	const memory = new Memory('w', 'n');
	Object.assign(memory.store, { kept, hasComparedOne: kept !== undefined });
	const settings: TriggerSettings = {
		event,
		parameters: parametersOf(event, given),
		retries: true,
		recordsPerExecution: 'automatic',
		minIntervalMs: 0,
	};
	const log: Log = (level, text) => void logged.push(`${level}: ${text}`);
	const call = { context, memory, log, activation: undefined, reportsEnds: true };
	return { poll: pollOf(beginPoll(call), settings), logged };
}

const listOf = (owners: unknown[] = ['org_1']) =>
	owners.map((clientOrgId) => lead('a', { clientOrgId, totalTokenCount: 1 } as IDataObject));

/** What a poll with these settings has stored, as n8n loads it after a restart. */
function stateOf(situation: Situation = {}): IDataObject {
	const stored: IDataObject = {};
	const { poll } = begin(stored, situation);
	const { event, parameters } = poll.settings;
	const listed = listOf(situation.owners);
	const { table } = compare(event, parameters, listed, 20_000, {
		isOtherScope: false,
	});
	const current = withOrganization(poll.origin, listed);
	poll.memory.store.replace(new Outbox(table), poll.last, current);
	return stored;
}

/** What the next poll goes on from. */
function baseline(stored: IDataObject, situation: Situation = {}) {
	const { poll, logged } = begin(stored, situation);
	const current = withOrganization(poll.origin, listOf(situation.owners));
	const found = baselineOf(poll.last, poll.memory.store.hasCompared, poll.settings, current);
	logBaseline(poll, found);
	return {
		...found,
		table: found.isFirst ? undefined : poll.last.table,
		last: poll.last.state,
		logged,
	};
}
/** What a process keeps that has stored this. */
const keptOf = (stored: IDataObject, situation?: Situation): Kept => {
	const { last, table } = baseline(stored, situation);
	return { state: last!, outbox: new Outbox(table!) };
};
const isKnown = ({ table }: { table?: Table }) =>
	table !== undefined && storeTable(table).count === 1;

describe('nothing', () => {
	test('no state: the first list', () => {
		expect(baseline({})).toMatchObject({
			isFirst: true,
			last: undefined,
			returnAll: undefined,
			origin: { list: 'leads', node: 'n', credential: 'c', owner: 'org_1', emitsExisting: false },
			logged: [],
		});
	});

	test.each<[string, IDataObject, Situation]>([
		['the selected event reads another list', {}, { event: articleCreated }],
		['this version cannot read its stored data', { version: 2 }, {}],
		['this version cannot read its stored data', { columns: [] }, {}],
		['this version cannot read its stored data', { parts: ['others'] }, {}],
		['this version cannot read its stored data', { parts: undefined }, {}],
		['this version cannot read its stored data', { list: undefined, version: 2 }, {}],
		['the credential was changed', {}, { credential: 'd', owners: ['org_2'] }],
		['the credential was changed', {}, { credential: 'd', owners: [] }],
		['the credential was changed', { owner: '' }, { credential: 'd' }],
	])('%s: starts over', (why, damage, situation) => {
		const found = baseline({ ...stateOf(), ...damage }, situation);
		expect(found).toMatchObject({
			isFirst: true,
			returnAll: undefined,
		});
		expect(found.logged).toEqual([
			expect.stringMatching(`^warn: ${why}.*, so it starts over. Existing .* already processed`),
		]);
	});

	test.each([{ version: 2 }, { parts: ['others'] }])(
		"what cannot be read (%j) returns nothing, even if 'Emit Existing' is turned on with it",
		(damage) => {
			const given = { options: { emitExisting: true } };
			expect(baseline({ ...stateOf(), ...damage }, { given }).returnAll).toBeUndefined();
		},
	);

	test('a part has another name in this release: starts over', () => {
		const stored = stateOf();
		const parts = (stored.parts as string[]).map((name) => `${name}2`);
		expect(baseline({ ...stored, parts })).toMatchObject({
			basis: 'unreadable',
			isFirst: true,
		});
	});

	test('the organization of the last state is not that of the next one', () => {
		const { origin } = baseline(stateOf(), { credential: 'd', owners: [] });
		expect(origin.owner).toBe('');
	});

	test('the number of undelivered records that are dropped is logged', () => {
		const stored = {
			...stateOf(),
			open: Buffer.from([3]).toString('base64'),
		};
		const other = { credential: 'd', owners: ['org_2'] };
		expect(baseline(stored, other).logged[0]).toBe(
			'warn: the credential was changed, maybe to another organization: 1 undelivered record dropped',
		);
	});
});

describe('another organization, with a token that was replaced in the credential', () => {
	test.each<[string, Situation]>([
		['the same settings', {}],
		['another event', { event: leadUpdated }],
		['Emit Existing turned on', { given: { options: { emitExisting: true } } }],
	])('%s: its list is refused', (_what, situation) => {
		expect(() => baseline(stateOf(), { ...situation, owners: ['org_2'] })).toThrow(
			'another organization than before',
		);
	});

	test('an alert with other fields starts over', () => {
		const low = { event: balanceLow, given: { threshold: 500 } };
		const other = { event: balanceLow, given: { threshold: 700 }, owners: ['org_2'] };
		expect(baseline(stateOf(low), other)).toMatchObject({ basis: 'otherAlert', logged: [] });
	});

	test('another list starts over', () => {
		const other = { event: articleCreated, owners: ['org_2'] };
		expect(baseline(stateOf(), other)).toMatchObject({ basis: 'otherList', isFirst: true });
	});

	test('until the list names it, it is the same', () => {
		expect(begin(stateOf(), {}).poll.expected.mayBeFirst).toBe(false);
	});
});

describe('what the workflow was told', () => {
	test.each<[string, IDataObject, Situation]>([
		['the same settings', {}, {}],
		['another credential of the same organization', {}, { credential: 'd' }],
		['a list without an organization', {}, { owners: [] }],
		['no organization before', { owner: '' }, {}],
	])('%s', (_what, change, situation) => {
		const found = baseline({ ...stateOf(), ...change }, situation);
		expect(found).toMatchObject({ basis: 'same', returnAll: undefined, logged: [] });
		expect(isKnown(found)).toBe(true);
		expect(found.origin.owner).toBe('org_1');
	});

	test('the table in memory, unless another process has stored since', () => {
		const state = stateOf();
		const kept = keptOf(state);
		expect(baseline({ ...state }, { kept }).table).toBe(kept.outbox.table);
		const later = { ...state, revision: Number(state.revision) + 1 };
		const found = baseline(later, { kept });
		expect(found.table).not.toBe(kept.outbox.table);
		expect(isKnown(found)).toBe(true);
	});
});

describe('that with another scope', () => {
	const status = ['contacted', 'interested'];
	test.each<[string, Situation]>([
		['another event', { event: leadUpdated }],
		['another filter', { given: { status } }],
	])('%s', (_what, situation) => {
		const found = baseline(stateOf(), situation);
		expect(found).toMatchObject({ basis: 'otherScope', returnAll: undefined, logged: [] });
		expect(isKnown(found)).toBe(true);
	});

	test('a field at its default is no other scope, so that a release can add one', () => {
		const { options, ...fields } = parametersOf(balanceLow);
		const given = { ...fields, options: { ...(options as object), moreThresholds: [] } };
		const kept = {
			...stateOf({ event: balanceLow }),
			...{ scope: '{"event":"balanceLow","options":{}}' },
		};
		expect(baseline(kept, { event: balanceLow, given })).toMatchObject({ basis: 'same' });
	});

	test('the order of the fields and options is no other scope, so that a release can change it', () => {
		const given = { threshold: 700, options: { moreThresholds: [1], notifyRecovery: true } };
		const event = { ...balanceLow, options: [...balanceLow.options].reverse() };
		const stored = stateOf({ event: balanceLow, given });
		expect(baseline(stored, { event, given })).toMatchObject({ basis: 'same' });
	});

	test('the order of the values of a filter is no other scope', () => {
		const stored = stateOf({ given: { status } });
		const given = { status: ['interested', 'contacted'] };
		expect(baseline(stored, { given })).toMatchObject({ basis: 'same' });
	});

	const withSecrets = { event: articleCreated, given: { options: { includeSecrets: true } } };

	test.each<[string, boolean, Situation, Situation]>([
		['the same settings', true, {}, {}],
		['Emit Existing', true, { given: { options: { emitExisting: true } } }, {}],
		['another event', false, { event: leadUpdated }, {}],
		['another filter', false, { given: { status } }, {}],
		['another credential', false, { credential: 'd' }, {}],
		['another list', false, { event: articleCreated }, {}],
		['secrets that are still included', true, withSecrets, withSecrets],
		['secrets no longer', false, { event: articleCreated }, withSecrets],
	])('%s: what waits goes without a list: %j', (_what, goes, situation, earlier) => {
		const kept = keptOf(stateOf(earlier), earlier);
		expect(begin({}, { ...situation, kept }).poll.expected.goesWithoutList).toBe(goes);
	});
});

describe('Emit Existing', () => {
	const on = { given: { options: { emitExisting: true } } };

	test('at the first list, all are returned', () => {
		expect(baseline({}, on)).toMatchObject({ returnAll: 'emitExisting', logged: [] });
	});

	test('turned on: all are returned once more, and not again', () => {
		const found = baseline(stateOf(), on);
		expect(found).toMatchObject({
			returnAll: 'emitExisting',
			logged: [expect.stringContaining("'Emit Existing' was turned on")],
		});
		expect(isKnown(found)).toBe(true);
		expect(baseline(stateOf(on), on)).toMatchObject({ returnAll: undefined });
	});

	test('an event without the option does not turn it off', () => {
		const { origin } = baseline(stateOf(on), { event: leadUpdated });
		expect(baseline({ ...stateOf(on), ...origin } as IDataObject, on)).toMatchObject({
			returnAll: undefined,
			basis: 'otherScope',
		});
	});

	test.each<[string, IDataObject, ReturnAll | undefined]>([
		['of this list that cannot be read', { version: 2 }, undefined],
		['of another credential, in which it was off', { credential: 'd', owner: '' }, 'emitExisting'],
		[
			'of another credential, in which it was on',
			{ ...stateOf(on), credential: 'd', owner: '' },
			undefined,
		],
		['of another list', { list: 'articles' }, 'emitExisting'],
		['of another list, for which it was on', { ...stateOf(on), list: 'articles' }, 'emitExisting'],
	])('after a state %s', (_what, change, returnAll) => {
		expect(baseline({ ...stateOf(), ...change }, on)).toMatchObject({
			isFirst: true,
			returnAll,
		});
	});
});

describe('an alert', () => {
	const low = { event: balanceLow, given: { threshold: 500 } };

	test('returns what lasts at the first list, and after a restart, but not at the next one', () => {
		expect(baseline({}, low)).toMatchObject({ returnAll: 'repeatAlerts' });
		const stored = stateOf(low);
		const restarted = baseline(stored, low);
		expect(restarted).toMatchObject({ returnAll: 'repeatAlerts' });
		expect(isKnown(restarted)).toBe(true);
		const kept = keptOf(stored, low);
		expect(baseline(stored, { ...low, kept })).toMatchObject({ returnAll: undefined });
		// Another main process has polled since.
		const later = { ...stored, revision: Number(stored.revision) + 1 };
		expect(baseline(later, { ...low, kept })).toMatchObject({ returnAll: undefined });
	});

	test('returns what lasts if other parameters decide about it', () => {
		const found = baseline(stateOf(low), {
			...low,
			given: { threshold: 700 },
			kept: keptOf(stateOf(low), low),
		});
		expect(found).toMatchObject({ isFirst: true, returnAll: 'repeatAlerts', logged: [] });
	});
});

test.each<[string, unknown[]]>([
	['a', ['a', 'b', 'a']],
	['a', ['b', 'a', 'a']],
	['a', [null, '', 1, undefined, '', 'a']],
	['', []],
	['', [null, '', 1]],
])('the organization %j of records of %j', (expected, owners) => {
	expect(baseline({}, { owners }).origin.owner).toBe(expected);
});
