import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import { leadCreatedOrUpdated } from '../../../../nodes/AgentSuite/resources/events';
import { compare } from '../../../../nodes/AgentSuite/trigger/table/compare';
import {
	readTable,
	type StoredTable,
	storeTable,
} from '../../../../nodes/AgentSuite/trigger/table/storedTable';
import type { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import { perhapsAlso } from '../../../../nodes/AgentSuite/trigger/table/told';
import { lead, untoldRows } from '../leads';
import { parametersOf } from '../poller';

const tableOf = (records: IDataObject[]): Table =>
	compare(leadCreatedOrUpdated, parametersOf(leadCreatedOrUpdated), records, 20_000, {
		isOtherScope: false,
	}).table;
const values = [1, 2, 3, 4, 5, 2 ** 32 - 1];

function varied(): Table {
	const table = tableOf([lead('a'), lead('b'), lead('c'), lead('d')]);
	table.tell(1, { knows: 'nothing' });
	table.tell(2, { knows: 'perhapsMore', values });
	table.tell(3, { knows: 'values', values });
	table.noteTry(2, true);
	table.noteTry(3);
	return table;
}
const stored = storeTable(varied());
const bytes = (...values: number[]) => Buffer.from(values).toString('base64');
const base64 = (...numbers: number[]) =>
	Buffer.from(Uint32Array.from(numbers).buffer).toString('base64');

test('is read as it was stored', () => {
	const read = readTable(JSON.parse(JSON.stringify(stored)) as StoredTable, leads);
	const table = varied();
	for (const row of [0, 1, 2, 3]) {
		expect(read.told(row)).toMatchObject({ knows: table.told(row).knows });
		expect(read.isDone(row)).toBe(row === 0);
		expect(read.tries(row)).toEqual(table.tries(row));
	}
	expect([read.told(2), read.told(3)]).toMatchObject([{ values }, { values }]);
	expect(untoldRows(read)).toEqual([1, 2, 3]);
	expect(storeTable(read)).toEqual(stored);
	expect([...read.literals.values()]).toEqual(['interested']);
});

test('stores nothing for rows that are told what is listed', () => {
	const table = tableOf([lead('a')]);
	expect(storeTable(table)).toMatchObject({ open: '', toldValues: '' });
	table.tell(0, { knows: 'nothing' });
	table.noteTry(0, true);
	expect(storeTable(table)).toMatchObject({ open: bytes(11), toldValues: '' });
	for (let more = 0; more < 100; more++) table.noteTry(0, true);
	expect(storeTable(table)).toMatchObject({ open: bytes(255), toldValues: '' });
	expect(readTable(storeTable(table), leads).tries(0).refusals).toBe(62);
	table.tell(0, { knows: 'values', values: table.listed(0) });
	expect(storeTable(table)).toMatchObject({ open: '', toldValues: '' });
});

test('told other values, then the listed ones: they are not stored any more', () => {
	const table = tableOf([lead('a')]);
	table.tell(0, { knows: 'values', values });
	expect(table.isDone(0)).toBe(false);
	table.tell(0, { knows: 'values', values: table.listed(0) });
	expect(table.isDone(0)).toBe(true);
});

describe('a doubt', () => {
	const others = values.map((value) => value + 1);

	test.each([
		['values', 'perhapsMore'],
		['perhapsMore', 'perhapsMore'],
	] as const)('told %s, and others were tried: %s', (knows, after) => {
		expect(perhapsAlso({ knows, values }, others)).toEqual({ knows: after, values });
	});

	test('told nothing: none', () => {
		expect(perhapsAlso({ knows: 'nothing' }, values)).toEqual({ knows: 'nothing' });
	});

	test('the same were tried: none', () => {
		expect(perhapsAlso({ knows: 'values', values }, [...values])).toEqual({
			knows: 'values',
			values,
		});
	});
});

test('nothing personal is stored', () => {
	const names = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+1 5' };
	const text = JSON.stringify(
		storeTable(tableOf([{ agentConversationId: 'secret', ...names, more: 'more' }])),
	);
	for (const value of [...Object.values(names), 'secret', 'more'])
		expect(text).not.toContain(value);
});

test('at most 250 short texts are stored', () => {
	const records = Array.from({ length: 300 }, (_none, index) =>
		lead(`${index}`, { status: `status ${index}` }),
	);
	expect(storeTable(tableOf(records)).literals).toHaveLength(250);
	expect(storeTable(tableOf([lead('a', { status: 'x'.repeat(61) })])).literals).toEqual([]);
	expect(storeTable(tableOf([lead('a', { status: 'x'.repeat(60) })])).literals).toHaveLength(1);
});

test.each<[string, Partial<Record<keyof StoredTable, unknown>>]>([
	['a row too few in a column', { count: 5 }],
	['no columns', { columns: undefined }],
	['no texts', { literals: undefined }],
	['an open row too few', { open: bytes(0, 1, 2) }],
	['an open row too many', { open: bytes(0, 1, 2, 0, 0) }],
	['unknown knowledge', { open: bytes(0, 1, 8, 0) }],
	['a refusal of what is done', { open: bytes(0, 1, 4, 0) }],
	['nothing open', { open: undefined }],
	['told values of a row that is not there', { toldValues: base64(4, ...values) }],
	['a told value too few', { toldValues: base64(1, ...values.slice(1)) }],
	['a told value too many', { toldValues: base64(1, ...values, 7) }],
	['half a told value', { toldValues: Buffer.alloc(30).toString('base64') }],
	['no told values', { toldValues: undefined }],
])('a stored table with %s cannot be read', (_what, damage) => {
	expect(() => readTable({ ...stored, ...damage } as StoredTable, leads)).toThrow();
});
