import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import {
	emptyRows,
	readRows,
	storeRows,
	type Rows,
	type StoredRows,
} from '../../../../nodes/AgentSuite/trigger/table/rows';

const COUNT = 9;

/** Rows with other numbers in each column. A suffix is rare, and so is a record that has left the list. */
function variedRows(count: number): Rows {
	const rows = emptyRows(leads, count);
	[rows.identities, ...rows.parts].forEach((column, index) => {
		column.set(column.map((_zero, row) => 2 ** 31 + index * row));
	});
	if (count > 2) rows.suffixes.set([0, 2 ** 32 - 1, 7]);
	if (count > 0) rows.leftOn[count - 1] = 20_000;
	return rows;
}
const stored = storeRows(variedRows(COUNT));

const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
const numbers = (...values: number[]) =>
	Buffer.from(Uint32Array.from(values).buffer).toString('base64');
/** With another text for a column. */
const withColumn = (text: unknown) => ({ columns: [...stored.columns.slice(1), text] });

test.each([0, 1, 2, 3, COUNT, 1000])('%i rows are read as they were stored', (count) => {
	const rows = variedRows(count);
	const text = JSON.stringify(storeRows(rows));
	expect(readRows(JSON.parse(text) as StoredRows, leads)).toEqual(rows);
});

test('what is rare takes no place where it is not', () => {
	const { suffixes, leftOn } = storeRows(emptyRows(leads, 100_000));
	expect([suffixes, leftOn]).toEqual(['', '']);
	expect(stored.suffixes).toBe(numbers(1, 2 ** 32 - 1, 2, 7));
});

test.each<[string, Partial<Record<keyof StoredRows, unknown>>]>([
	['a column of no text', withColumn(7)],
	['a column of a number and a half', withColumn(base64(6))],
	['a number too few', withColumn(base64(4 * (COUNT - 1)))],
	['a number too many', withColumn(base64(4 * (COUNT + 1)))],
	['bytes too many at the end', withColumn(base64(4 * COUNT + 1))],
	['a column too few', { columns: stored.columns.slice(1) }],
	['a column too many', { columns: [...stored.columns, stored.columns[1]] }],
	['no columns', { columns: undefined }],
	['half a row', { count: COUNT + 0.5 }],
	['a row too many', { count: COUNT + 1 }],
	['no suffixes', { suffixes: undefined }],
	['a suffix of a row that is not there', { suffixes: numbers(COUNT, 1) }],
	['a suffix without its number', { suffixes: numbers(1) }],
	['a day too many', { leftOn: numbers(1, 2, 3) }],
])('%s: cannot be read', (_what, damage) => {
	expect(() => readRows({ ...stored, ...damage } as StoredRows, leads)).toThrow();
});
