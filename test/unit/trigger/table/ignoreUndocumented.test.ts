import type { IDataObject } from 'n8n-workflow';

import { leadCreatedOrUpdated } from '../../../../nodes/AgentSuite/resources/events';
import { compare } from '../../../../nodes/AgentSuite/trigger/table/compare';
import type { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import { lead, untoldRows } from '../leads';
import { parametersOf } from '../poller';

const compared = (listed: IDataObject[], table?: Table) =>
	compare(leadCreatedOrUpdated, parametersOf(leadCreatedOrUpdated), listed, 20_000, {
		table,
		isOtherScope: false,
	});
const known = Array.from({ length: 8 }, (_none, index) => lead(`${index}`));
const { table } = compared(known);

/** The first of them are read with another undocumented field. */
const seen = (count: number) =>
	known.map((record, index) => (index < count ? { ...record, lastSeen: 'now' } : record));

test.each([
	[3, 8, [['lastSeen'], ['lastSeen'], ['lastSeen']], false],
	[4, 8, [], true],
	[8, 8, [], true],
	[2, 2, [['lastSeen'], ['lastSeen']], false],
	[3, 3, [], true],
])('a change of %i of %i leads in an undocumented field', (changed, count, due, isIgnored) => {
	const result = compared(seen(changed).slice(0, count), compared(known.slice(0, count)).table);
	expect(result.due.map((one) => one.changed)).toEqual(due);
	expect(result.ignored).toEqual(isIgnored ? ['lastSeen'] : []);
});

test('three edits are edits, also in a partial list, and after one', () => {
	for (const count of [3, 0]) {
		const partial = compared(seen(count).slice(0, count), table);
		const { due, ignored } = compared(seen(3), partial.table);
		expect([partial.ignored, ignored]).toEqual([[], []]);
		expect(due).toHaveLength(3);
	}
});

test('a field that all lose is ignored too, although its name is not known', () => {
	expect(compared(known, compared(seen(8)).table).ignored).toEqual(['removed field']);
});

test('an edit of one of them still counts, without the undocumented field', () => {
	const list = seen(8);
	list[2] = { ...list[2], phone: '+1' };
	expect(compared(list, table).due.map(({ changed }) => changed)).toEqual([['phone']]);
});

test('new records do not count', () => {
	const fresh = Array.from({ length: 20 }, (_none, index) => lead(`new ${index}`));
	expect(compared([...seen(3), ...fresh], table).ignored).toEqual([]);
	const result = compared([...seen(4), ...fresh], table);
	expect(result.ignored).toEqual(['lastSeen']);
	expect(result.due.map(({ changed }) => changed)).toEqual(fresh.map(() => undefined));
});

test('what waits goes on waiting', () => {
	const { table: waiting } = compared(known);
	waiting.tell(0, { knows: 'nothing' });
	waiting.tell(1, { knows: 'perhapsMore', values: waiting.listed(1) });
	waiting.noteTry(0);
	waiting.noteTry(1, true);
	const result = compared(seen(8), waiting);
	expect(result.due.map(({ row }) => row)).toEqual([0, 1]);
	expect(result.table.tries(0)).toEqual({ isTried: true, refusals: 0 });
	expect(result.table.tries(1)).toEqual({ isTried: true, refusals: 1 });
	expect(result.table.told(0).knows).toBe('nothing');
	expect(result.table.told(1).knows).toBe('perhapsMore');
	// The same once more.
	expect(compared(seen(8), result.table).due.map(({ row }) => row)).toEqual([0, 1]);
});

test('a change that was ignored stays told', () => {
	const { table: ignored } = compared(seen(8), table);
	expect(untoldRows(ignored)).toEqual([]);
	expect(compared(seen(8), ignored).due).toEqual([]);
});
