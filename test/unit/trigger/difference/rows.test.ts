import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads';
import {
	emptyRows,
	readRows,
	storeRows,
	type StoredRows,
} from '../../../../nodes/AgentSuite/trigger/difference/rows';

const COUNT = 9;
const COLUMNS = emptyRows(leads).length;
/** Columns of each stored form: all different, few different, or all equal. */
const rows = emptyRows(leads, COUNT).map((column, index) =>
	column.map((_zero, row) => (index % 3 === 0 ? 2 ** 31 + row : index % 3 === 1 ? row % 2 : index)),
);
const stored = storeRows(rows);

/** The stored rows with another text for one column. */
const withColumn = (index: number, text: unknown) =>
	stored.map((entry, place) => (place === index + 1 ? text : entry)) as StoredRows;
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

test('rows are read as they were stored', () => {
	expect(readRows(JSON.parse(JSON.stringify(stored)) as StoredRows, COLUMNS)).toEqual(rows);
});

test.each([
	['no text', 7],
	['a number and a half', base64(6)],
	['a number too few', base64(4 * (COUNT - 1))],
	['a number too many', base64(4 * (COUNT + 1))],
	['bytes too many at the end', base64(4 * COUNT + 1)],
	['a row too many', `${base64(8)} ${base64(COUNT + 1)}`],
])('a column with %s cannot be read', (_what, text) => {
	expect(() => readRows(withColumn(0, text), COLUMNS)).toThrow();
});

test.each([
	['nothing', undefined],
	['an object', {}],
	['a column too few', stored.slice(0, -1)],
	['half a row', [COUNT + 0.5, ...stored.slice(1)]],
])('%s cannot be read', (_what, given) => {
	expect(() => readRows(given as StoredRows, COLUMNS)).toThrow();
});
