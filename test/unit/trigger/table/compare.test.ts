import type { IDataObject } from 'n8n-workflow';

import { sharedKey } from '../../../support/leadKeys';
import { leadSuffix } from '../../../../nodes/AgentSuite/resources/lead/leadKey';
import type { TriggerEvent } from '../../../../nodes/AgentSuite/model/event';
import {
	articleCreated,
	leadCreated,
	leadCreatedOrUpdated,
	leadStatusChanged,
	leadUpdated,
} from '../../../../nodes/AgentSuite/resources/events';
import {
	compare,
	type Comparison,
	type Earlier,
} from '../../../../nodes/AgentSuite/trigger/table/compare';
import { storeTable } from '../../../../nodes/AgentSuite/trigger/table/storedTable';
import type { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import type { Knowledge } from '../../../../nodes/AgentSuite/trigger/table/told';
import { lead } from '../leads';
import { parametersOf } from '../poller';

const TODAY = 20_000;

function compared(
	event: TriggerEvent,
	listed: IDataObject[],
	earlier: Partial<Earlier> = {},
	given: object = {},
): Comparison {
	return compare(event, parametersOf(event, given), listed, TODAY, {
		isOtherScope: false,
		...earlier,
	});
}

const [known, other] = [lead('a'), lead('b')];
const edited = { ...known, phone: '+1' };

/** A table of one lead, of which the workflow was told this. */
function tableOf(knows: Knowledge, record = known): Table {
	const { table } = compared(leadCreatedOrUpdated, [record]);
	table.tell(0, { knows, values: table.listed(0) });
	return table;
}

/** What is due, and what is told of the first record after it. */
const outcome = ({ due, table, dropped }: Comparison) => ({
	due: due.map(({ changed }) => changed ?? 'new'),
	knows: table.told(0).knows,
	isDone: table.isDone(0),
	dropped,
});

/** The events that match nothing, everything new, everything. */
const never = { ...leadCreatedOrUpdated, emit: () => undefined };
const always = leadCreatedOrUpdated;

describe('a refusal', () => {
	const refused = () => {
		const table = tableOf('nothing');
		table.noteTry(0, true);
		return table;
	};
	const isRefusedIn = ({ table }: Comparison, row = 0) => table.tries(row).refusals > 0;

	test('goes with its record to another row, also of one that has left the list', () => {
		const moved = compared(always, [other, known], { table: refused() });
		expect([0, 1].map((row) => isRefusedIn(moved, row))).toEqual([false, true]);
		const gone = compared(always, [other], { table: moved.table });
		expect([0, 1].map((row) => isRefusedIn(gone, row))).toEqual([false, true]);
		expect(isRefusedIn(compared(always, [known, other], { table: gone.table }))).toBe(true);
	});

	test('ends with an edit', () => {
		expect(isRefusedIn(compared(always, [edited], { table: refused() }))).toBe(false);
	});

	test('ends when the workflow is told, or need not be', () => {
		const table = refused();
		expect(isRefusedIn(compared(never, [known], { table, isOtherScope: true }))).toBe(false);
	});
});

describe('what the workflow was told, what the list has, and whether the event matches', () => {
	test('nothing, is new, matches: due as new', () => {
		const { table } = compared(always, []);
		expect(outcome(compared(always, [known], { table }))).toEqual({
			due: ['new'],
			knows: 'nothing',
			isDone: false,
			dropped: 0,
		});
	});

	test('nothing, is new, does not match: told', () => {
		const { table } = compared(always, []);
		const result = outcome(compared(leadUpdated, [known], { table }));
		expect(result).toEqual({ due: [], knows: 'values', isDone: true, dropped: 0 });
	});

	const told = { knows: 'values', isDone: true };
	const toldOthers = { knows: 'values', isDone: false };
	const nothing = { knows: 'nothing', isDone: false };
	const doubted = { knows: 'perhapsMore', isDone: false };
	test.each<[Knowledge, string, IDataObject, boolean, unknown[], object]>([
		['nothing', 'the record', known, true, ['new'], nothing],
		['nothing', 'the record', known, false, [], nothing],
		['nothing', 'an edit', edited, true, ['new'], nothing],
		['values', 'the same', known, true, [], told],
		['values', 'an edit', edited, true, [['phone']], toldOthers],
		['values', 'an edit', edited, false, [], told],
		['perhapsMore', 'an edit', edited, true, [['phone']], doubted],
		['perhapsMore', 'an edit', edited, false, [], told],
		['perhapsMore', 'the same', known, false, [], told],
	])('%s, %s (%j), matches: %s', (knows, _what, record, matches, due, after) => {
		const result = compared(matches ? always : never, [record], { table: tableOf(knows) });
		expect(outcome(result)).toEqual({ due, dropped: 0, ...after });
	});

	test('values, the same: the event is not asked', () => {
		const emit = jest.fn();
		compared({ ...always, emit }, [known], { table: tableOf('values') });
		expect(emit).not.toHaveBeenCalled();
	});

	test('perhaps more, the same: a correction says that anything can have changed', () => {
		const { due } = outcome(compared(always, [known], { table: tableOf('perhapsMore') }));
		expect(due).toEqual([expect.arrayContaining(['firstName', 'status'])]);
	});
});

test('perhaps more, others, but the event does not match that change: a correction of what was perhaps told', () => {
	const statusOnly: TriggerEvent = {
		...always,
		emit: (record, before) => (before?.changed.includes('status') ? record : undefined),
	};
	const { due } = compared(statusOnly, [edited], { table: tableOf('perhapsMore') });
	expect(due.map(({ changed }) => changed)).toEqual([expect.arrayContaining(['status'])]);
});

test('two leads of one conversation, one never delivered: they keep their keys', () => {
	const [one, two] = [lead('a'), lead('a')];
	const { table } = compared(always, [one]);
	const { table: untold } = compared(always, [one, two], { table });
	const { due, table: last } = compared(always, [{ ...two, phone: '+1' }, one], { table: untold });
	expect(due.map(({ item }) => item.leadKey)).toEqual([sharedKey(two)]);
	expect([...last.rows.suffixes]).toEqual([leadSuffix(two), 0]);
});

describe('another event or filter', () => {
	test.each<[Knowledge, IDataObject, object]>([
		['nothing', known, { dropped: 1 }],
		['perhapsMore', edited, { dropped: 1 }],
		['perhapsMore', known, { dropped: 1 }],
		['values', edited, { dropped: 0 }],
	])('%s: told, and counted if it waits', (knows, record, counted) => {
		const options = { table: tableOf(knows), isOtherScope: true };
		const result = outcome(compared(never, [record], options));
		expect(result).toEqual({ due: [], knows: 'values', isDone: true, ...counted });
	});

	test('a new record that was never delivered and is off the list counts as new when it is back', () => {
		const gone = compared(never, [], { table: tableOf('nothing') });
		const other = compared(never, [], { table: gone.table, isOtherScope: true });
		expect(outcome(compared(never, [known], { table: other.table })).knows).toBe('values');
		const { due } = compared(always, [known], { table: other.table });
		expect(due.map(({ item }) => item.changeType)).toEqual(['created']);
	});

	test('a new record that was never delivered and is off the list: its later changes are due', () => {
		const other = compared(leadUpdated, [], { table: tableOf('nothing'), isOtherScope: true });
		expect(other.dropped).toBe(1);
		const back = compared(leadUpdated, [known], { table: other.table });
		const edited = { ...known, phone: '+1 555 0199' };
		expect(outcome(compared(leadUpdated, [edited], { table: back.table })).due).toEqual([
			['phone'],
		]);
	});

	test('what still matches is due', () => {
		const options = { table: tableOf('nothing'), isOtherScope: true };
		expect(outcome(compared(leadCreated, [known], options))).toMatchObject({
			due: ['new'],
			knows: 'nothing',
			dropped: 0,
		});
	});

	test('a new record that does not match does not count', () => {
		const { table } = compared(always, []);
		expect(compared(never, [known], { table, isOtherScope: true }).dropped).toBe(0);
	});
});

describe('a filter', () => {
	const wanted = { status: ['contacted'] };
	const contacted = { ...known, status: 'contacted' };

	test('an undelivered new record leaves it, and passes it again: still new', () => {
		const { table } = compared(leadCreated, []);
		const first = compared(leadCreated, [contacted], { table }, wanted);
		expect(outcome(first).due).toEqual(['new']);
		const left = compared(leadCreated, [known], { table: first.table }, wanted);
		expect(outcome(left)).toMatchObject({ due: [], knows: 'nothing' });
		const back = compared(leadCreated, [contacted], { table: left.table }, wanted);
		expect(outcome(back).due).toEqual(['new']);
	});

	test('a record that did not pass it when it was new, and does now: told', () => {
		const { table } = compared(leadCreated, []);
		const first = compared(leadCreated, [known], { table }, wanted);
		const now = compared(leadCreated, [contacted], { table: first.table }, wanted);
		expect(outcome(now)).toMatchObject({ due: [], isDone: true });
	});
});

describe('the first list', () => {
	test('all are told', () => {
		expect(outcome(compared(always, [known]))).toMatchObject({ due: [], isDone: true });
	});

	test('all are due, if they are included', () => {
		const result = compared(always, [known], { returnAll: 'emitExisting' });
		expect(outcome(result)).toMatchObject({ due: ['new'], knows: 'nothing' });
	});
});

describe('told records are included', () => {
	test('those that match as new are due, and count as nothing told', () => {
		const options = { table: tableOf('values'), returnAll: 'emitExisting' } as const;
		expect(outcome(compared(always, [known], options))).toMatchObject({
			due: ['new'],
			knows: 'nothing',
		});
		expect(outcome(compared(leadUpdated, [known], options))).toMatchObject({
			due: [],
			isDone: true,
		});
	});

	test('an edited one is due as a change, or as new, if its change does not match', () => {
		const options = { table: tableOf('values'), returnAll: 'emitExisting' } as const;
		expect(outcome(compared(always, [edited], options)).due).toEqual([['phone']]);
		expect(outcome(compared(leadCreated, [edited], options)).due).toEqual(['new']);
	});

	test('one that was perhaps told more is due as a correction, or as new, if that does not match', () => {
		const options = { table: tableOf('perhapsMore'), returnAll: 'emitExisting' } as const;
		expect(outcome(compared(leadCreated, [known], options))).toMatchObject({
			due: ['new'],
			knows: 'nothing',
		});
	});
});

test('due records are in the order of the list, oldest first', () => {
	const { table } = compared(always, []);
	expect(compared(always, [known, other], { table }).due.map(({ item }) => item.leadKey)).toEqual([
		'a',
		'b',
	]);
	const articles = ['2', '1'].map((id) => ({ id }));
	const result = compared(articleCreated, articles, { table: compared(articleCreated, []).table });
	expect(result.due.map(({ item, row }) => [item.id, row])).toEqual([
		['1', 0],
		['2', 1],
	]);
});

test('an earlier text of a status is known, also if it was told before the last list', () => {
	const first = compared(leadStatusChanged, [known]);
	const contacted = compared(leadStatusChanged, [{ ...known, status: 'contacted' }], first);
	const booked = compared(leadStatusChanged, [{ ...known, status: 'booked' }], contacted);
	expect(booked.due[0].item).toMatchObject({ previousStatus: 'interested', status: 'booked' });
});

test('the arguments stay as they are', () => {
	const table = tableOf('nothing');
	const before = JSON.stringify(storeTable(table));
	const list = [edited, other];
	compared(never, list, { table, isOtherScope: true, returnAll: 'emitExisting' });
	expect([JSON.stringify(storeTable(table)), list]).toEqual([before, [edited, other]]);
});
