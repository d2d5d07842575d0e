import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../../nodes/AgentSuite/events';
import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import {
	MOST_ENTRIES,
	REMEMBERED_DAYS,
	select,
} from '../../../nodes/AgentSuite/trigger/selectChanges';
import {
	memoryOf,
	stateOf,
	widthOf,
	type Memory,
} from '../../../nodes/AgentSuite/trigger/snapshot';
import { steps, World } from './model';

const { leadCreated, leadUpdated, leadStatusChanged, articleCreated, platformInvalid, balanceLow } =
	table;
const any = { filters: {} };

/** Polls one list after the other; the memory goes through its stored form each time. */
function poller(event: TriggerEvent, parameters: unknown = any) {
	let state: unknown = {};
	let day = 20_000;
	return {
		poll(records: IDataObject[], emitExisting = false): IDataObject[] {
			const memory = memoryOf(event, JSON.parse(JSON.stringify(state)));
			if (typeof memory === 'string' && memory !== 'absent') throw new Error(memory);
			const known = typeof memory === 'string' ? undefined : memory;
			const selection = select(event, records, known, parameters, day, emitExisting);
			state = stateOf(event, selection.memory);
			return selection.items;
		},
		pass: (days: number) => {
			day += days;
		},
		size: () => JSON.stringify(state).length,
		memory: () => memoryOf(event, state) as Memory,
	};
}

let made = 0;
function lead(conversation: string | null, more: IDataObject = {}): IDataObject {
	made++;
	return {
		...(conversation !== null && { agentConversationId: conversation }),
		clientOrgId: 'org_1',
		firstName: `First${made}`,
		lastName: `Last${made}`,
		email: `lead${made}@example.com`,
		phone: `+1 555 ${made}`,
		status: 'interested',
		...more,
	};
}

describe('over any sequence of lists', () => {
	const options = {
		numRuns: Number(process.env.RUNS ?? 300),
		seed: Number(process.env.SEED ?? 20_26),
	};

	test('each new lead is emitted exactly once, in the order of the list, and nothing else', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadCreated);
				poll([]);
				for (const step of sequence) {
					const { added } = world.step(step);
					const expected = world.leads
						.filter(({ uid }) => added.includes(uid))
						.map(({ record }) => record);
					expect(poll(world.leads.map(({ record }) => record))).toEqual(expected);
					expect(poll(world.leads.map(({ record }) => record))).toEqual([]);
				}
			}),
			options,
		);
	});

	test('each edit of a lead is emitted exactly once, with the names of its fields', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadUpdated);
				poll([]);
				for (const step of sequence) {
					const { edited } = world.step(step);
					const expected = world.leads
						.filter(({ uid }) => edited.has(uid))
						.map(({ uid, record }) => ({ record, names: [...(edited.get(uid) ?? [])].sort() }));
					const items = poll(world.leads.map(({ record }) => record));
					// Two leads of one conversation that are both edited beyond recognition may be mixed up.
					expect(items).toEqual(
						expected.map(({ record }) => expect.objectContaining(record) as object),
					);
					const ambiguous = expected.some(({ names }) => names.includes('email'));
					if (!ambiguous) {
						expect(
							items.map(({ changedFields }) => [...(changedFields as string[])].sort()),
						).toEqual(expected.map(({ names }) => names));
					}
				}
			}),
			options,
		);
	});
});

describe('leadCreated', () => {
	test('nothing at first, or all of it when asked', () => {
		const all = [lead('a'), lead('b')];
		expect(poller(leadCreated).poll(all)).toEqual([]);
		expect(poller(leadCreated).poll(all, true)).toEqual(all);
	});

	test('a second lead of a conversation is new, also when it comes later or first in the list', () => {
		const { poll } = poller(leadCreated);
		const [first, second, third] = [lead('a'), lead('a'), lead('a')];
		poll([first]);
		expect(poll([first, second])).toEqual([second]);
		expect(poll([third, first, second])).toEqual([third]);
		expect(poll([second, third, first])).toEqual([]);
	});

	test('also when it says the very same', () => {
		const { poll } = poller(leadCreated);
		const twin = lead('a');
		poll([twin]);
		expect(poll([twin, { ...twin }])).toEqual([twin]);
		expect(poll([twin, { ...twin }])).toEqual([]);
	});

	test('an edited lead is not new, whatever is edited', () => {
		const { poll } = poller(leadCreated);
		const first = lead('a', { email: '', phone: '', firstName: '' });
		poll([first]);
		expect(poll([{ ...first, status: 'contacted' }])).toEqual([]);
		const filled = lead('a');
		expect(poll([filled])).toEqual([]);
		expect(poll([{ ...filled, extra: 1 }])).toEqual([]);
	});

	test('an edit and a new lead in one conversation at once', () => {
		const { poll } = poller(leadCreated);
		const first = lead('a');
		const second = lead('a');
		poll([first]);
		const edited = { ...first, email: 'other@example.com', status: 'contacted' };
		expect(poll([second, edited])).toEqual([second]);
	});

	test('one that leaves and comes back is not new for 30 days', () => {
		const { poll, pass, memory } = poller(leadCreated);
		const [stays, leaves] = [lead('a'), lead('b')];
		poll([stays, leaves]);
		expect(poll([stays])).toEqual([]);
		pass(REMEMBERED_DAYS - 1);
		expect(poll([stays, leaves])).toEqual([]);
		expect(memory().departed).toEqual([]);
		poll([stays]);
		pass(REMEMBERED_DAYS);
		poll([stays]);
		expect(memory().departed).toEqual([]);
		expect(poll([stays, leaves])).toEqual([leaves]);
	});

	test('another lead of the conversation of one that has left is new', () => {
		const { poll } = poller(leadCreated);
		const [first, second] = [lead('a'), lead('a')];
		poll([first]);
		poll([]);
		expect(poll([second])).toEqual([second]);
		expect(poll([second, first])).toEqual([]);
	});

	test('a list that is empty once by mistake makes nothing new, however long it was', () => {
		const { poll } = poller(leadCreated);
		const all = Array.from({ length: MOST_ENTRIES * 1.5 }, (_, index) => lead(`c${index}`));
		poll(all);
		expect(poll([])).toEqual([]);
		expect(poll(all)).toEqual([]);
	});

	test('what leaves is bounded: those that left first are forgotten first', () => {
		const { poll, pass, memory } = poller(leadCreated);
		const batch = (name: string) =>
			Array.from({ length: MOST_ENTRIES * 0.6 }, (_, index) => lead(`${name}${index}`));
		const lists = [batch('a'), batch('b'), batch('c')];
		for (const list of lists) {
			poll(list);
			pass(1);
		}
		const { listed, departed } = memory();
		const width = widthOf(leadCreated);
		const total = listed.length + departed.reduce((sum, { entries }) => sum + entries.length, 0);
		expect(total / width).toBe(MOST_ENTRIES * 1.2);
		expect(departed).toHaveLength(1);
	});

	test('without a conversation the contact fields tell', () => {
		const { poll } = poller(leadCreated);
		const [first, second, third] = [
			lead(null),
			lead(null, { email: undefined }),
			lead(null, { email: '', phone: '' }),
		];
		poll([first]);
		expect(poll([first, second, third])).toEqual([second, third]);
		const edited = [
			{ ...first, status: 'contacted' },
			{ ...second, firstName: 'X' },
			{ ...third, status: 'contacted' },
		];
		expect(poll(edited)).toEqual([]);
	});

	test('a status filter looks at the status with which a lead appears', () => {
		const { poll } = poller(leadCreated, { filters: { status: ['contacted'] } });
		poll([]);
		const [wanted, other] = [lead('a', { status: 'Contacted' }), lead('b')];
		expect(poll([wanted, other])).toEqual([wanted]);
		expect(poll([wanted, { ...other, status: 'contacted' }])).toEqual([]);
	});

	test('100,000 leads of one conversation are matched, too', () => {
		const { poll } = poller(leadCreated);
		const all = Array.from({ length: 100_000 }, () => lead('a'));
		poll(all);
		const added = [lead('a'), lead('a')];
		expect(poll([...all, ...added])).toHaveLength(2);
	});
});

describe('leadStatusChanged', () => {
	test('carries the status as it was, known to the interface or not', () => {
		const { poll } = poller(leadStatusChanged);
		const first = lead('a', { status: 'interested' });
		expect(poll([first], true)).toEqual([]);
		const steps = ['contacted', 'won at last', 'not-interested'];
		let previousStatus: unknown = 'interested';
		for (const status of steps) {
			const now = { ...first, status };
			expect(poll([now])).toEqual([{ ...now, previousStatus }]);
			expect(poll([{ ...now, firstName: `Other ${status}` }])).toEqual([]);
			expect(poll([now])).toEqual([]);
			previousStatus = status;
		}
	});

	test('filter: the new status', () => {
		const { poll } = poller(leadStatusChanged, { filters: { status: ['contacted'] } });
		const first = lead('a');
		poll([first]);
		expect(poll([{ ...first, status: 'not-interested' }])).toEqual([]);
		const now = { ...first, status: 'contacted' };
		expect(poll([now])).toEqual([{ ...now, previousStatus: 'not-interested' }]);
	});

	test('many statuses that the interface does not name', () => {
		const { poll } = poller(leadStatusChanged);
		const all = Array.from({ length: 400 }, (_, index) =>
			lead(`c${index}`, { status: `s${index}` }),
		);
		poll(all);
		const now = all.map((record) => ({ ...record, status: 'contacted' }));
		const items = poll(now);
		expect(items).toHaveLength(254);
		expect(items.slice(0, 254).map(({ previousStatus }) => previousStatus)).toEqual(
			all.slice(0, 254).map(({ status }) => status),
		);
	});
});

test('leadUpdated names fields that the interface does not know', () => {
	const { poll } = poller(leadUpdated);
	const first = lead('a', { company: 'One' });
	poll([first]);
	const now = { ...first, company: 'Two', status: 'contacted' };
	expect(poll([now])).toEqual([{ ...now, changedFields: ['status', 'company'] }]);
	// The order of the fields means nothing.
	expect(poll([Object.fromEntries(Object.entries(now).reverse())])).toEqual([]);
});

test('articleCreated: newest first in the list, oldest first out; one listed twice is one', () => {
	const { poll } = poller(articleCreated, {});
	const article = (id: string) => ({ id, title: id });
	poll([article('1')]);
	const list = ['4', '3', '3', '2', '1', '1'].map(article);
	expect(poll(list).map(({ id }) => id)).toEqual(['2', '3', '4']);
	expect(poll(list)).toEqual([]);
});

test('platformInvalid: once each time it turns', () => {
	const { poll } = poller(platformInvalid, {});
	const at = (invalidConfig: boolean) => [{ id: 'p', name: 'Blog', invalidConfig }, { id: 'q' }];
	expect(poll(at(true))).toEqual([]);
	expect(poll(at(false))).toEqual([]);
	expect(poll(at(true))).toEqual([at(true)[0]]);
	expect(poll(at(true))).toEqual([]);
	const [, ...others] = at(true);
	expect(poll([...others, { id: 'r', invalidConfig: true }])).toHaveLength(1);
});

test('balanceLow: once per fall, armed again when back', () => {
	const { poll } = poller(balanceLow, { threshold: 500 });
	const falls = [600, 499, 300, 500, 499, 100, 700].map(
		(totalTokenCount) => poll([{ totalTokenCount }]).length,
	);
	expect(falls).toEqual([0, 1, 0, 0, 1, 0, 0]);
	expect(() => poll([{ totalTokenCount: null }])).toThrow(/no number/);
	expect(poll([{ mainTokenCount: 3, extraTokenCount: 4 }])).toHaveLength(1);
});

describe('the stored state', () => {
	const bytes = Object.values(table).map((event): [string, number, TriggerEvent] => [
		event.event,
		widthOf(event),
		event,
	]);

	test.each(bytes)(
		'%s takes %i bytes a record and less than 3 MB for 100,000',
		(_name, width, event) => {
			const records = Array.from({ length: 100_000 }, (_, index) =>
				lead(`c${index}`, { id: index }),
			);
			const { poll, size } = poller(event, { ...any, threshold: 1 });
			if (event.event === 'balanceLow') return;
			poll(records);
			expect(size()).toBeLessThan(Math.min(3_000_000, (width / 3) * 4 * 100_000 + 200));
		},
	);

	test('is read with care', () => {
		const memory = select(leadCreated, [lead('a')], undefined, any, 1).memory;
		const state = stateOf(leadCreated, memory);
		expect(memoryOf(leadCreated, state)).toEqual(memory);
		expect(memoryOf(leadCreated, {})).toBe('absent');
		expect(memoryOf(leadUpdated, state)).toBe('other event');
		const broken: unknown[] = [
			null,
			'x',
			[],
			{ lastPoll: 'yesterday' },
			{ ...state, version: 2 },
			{ ...state, event: 7 },
			{ ...state, listed: state.listed.slice(4) },
			{ ...state, listed: `${state.listed.slice(0, -1)}!` },
			{ ...state, listed: `!${state.listed}` },
			{ ...state, listed: 5 },
			{ ...state, departed: [['a', '']] },
			{ ...state, departed: [[1, 'xx']] },
			{ ...state, departed: 1 },
			{ ...state, departed: [1] },
			{ ...state, words: null },
			{ ...state, owner: undefined },
		];
		for (const bad of broken)
			expect([bad, memoryOf(leadCreated, bad)]).toEqual([bad, 'unreadable']);
	});
});
