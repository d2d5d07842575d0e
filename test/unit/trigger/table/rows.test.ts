import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import {
	emptyRows,
	readRows,
	storeRows,
	type Rows,
} from '../../../../nodes/AgentSuite/trigger/table/rows';

const COUNT = 9;

/** Rows with columns of each stored form: all different, runs of four, all equal, or two in turns. */
function variedRows(count: number): Rows {
	const rows = emptyRows(leads, count);
	const columns = [rows.suffixes, rows.leftOn, rows.identities, ...rows.parts];
	const forms = [
		(row: number) => 2 ** 31 + row,
		(row: number) => Math.floor(row / 4),
		() => 7,
		(row: number) => row % 2,
	];
	columns.forEach((column, index) => {
		column.set(column.map((_zero, row) => forms[index % forms.length](row)));
	});
	return rows;
}
const stored = storeRows(variedRows(COUNT));

/** The stored rows with another text for one column. */
const withColumn = (index: number, text: unknown) =>
	stored.map((entry, place) => (place === index ? text : entry)) as string[];
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
const runs = (...numbers: number[]) =>
	Buffer.from(Uint32Array.from(numbers).buffer).toString('base64');

test.each([0, 1, 2, 3, COUNT, 1000])('%i rows are read as they were stored', (count) => {
	const rows = variedRows(count);
	const text = JSON.stringify(storeRows(rows));
	expect(readRows(JSON.parse(text) as string[], count, leads)).toEqual(rows);
});

test('a column of equal numbers takes the same few bytes, however long it is', () => {
	const columns = storeRows(variedRows(100_000));
	expect(columns[2]).toBe(runs(7, 100_000));
});

test('a column that runs do not make shorter takes as many bytes as its numbers', () => {
	const rows = emptyRows(leads, 2000);
	rows.identities.set(rows.identities.map((_zero, row) => Math.floor(row / 2)));
	expect(storeRows(rows)[2]).toHaveLength(base64(4 * 2000).length);
});

test.each([
	['no text', 7],
	['a number and a half', base64(6)],
	['a number too few', base64(4 * (COUNT - 1))],
	['a number too many', base64(4 * (COUNT + 1))],
	['bytes too many at the end', base64(4 * COUNT + 1)],
	['runs of a row too few', runs(7, COUNT - 1)],
	['runs of a row too many', runs(7, COUNT - 1, 8, 2)],
	['a run without its number of rows', runs(7, COUNT, 8)],
])('a column with %s cannot be read', (_what, text) => {
	expect(() => readRows(withColumn(0, text), COUNT, leads)).toThrow();
});

test.each([
	['a column too few', stored.slice(1), COUNT],
	['a column too many', [...stored, stored[1]], COUNT],
	['half a row', stored, COUNT + 0.5],
])('%s cannot be read', (_what, given, count) => {
	expect(() => readRows(given, count, leads)).toThrow();
});
