import type { WatchedList } from '../../model/event';
import type { NextTable } from './nextTable';
import type { PartValues } from './rows';
import type { Table } from './table';
import { toldWith } from './told';

/** From this number on, a change of most records at once is no edit of each. */
const MIN_CHANGED = 3;

/**
 * Ignores a change of undocumented fields if it is one of half of the known records or more, such as the time of the last read:
 * the workflow counts as told of it. Otherwise each read would return them all.
 * @returns the names of these fields, as far as the records have them, and a function that brings earlier values of a record up
 * to date in what is ignored
 */
export function ignoreUndocumented(
	{ parts }: WatchedList,
	last: Table,
	{ table, records, cameFrom }: NextTable,
): { names: string[]; update: (row: number, earlier: PartValues) => PartValues } {
	const nothing = { names: [], update: (_row: number, earlier: PartValues) => earlier };
	const part = parts.findIndex(({ isUndocumented }) => isUndocumented);
	if (part < 0) return nothing;
	const [before, now] = [last.rows.parts[part], table.rows.parts[part]];
	let matched = 0;
	let changed = 0;
	for (let row = 0; row < records.length; row++) {
		const from = cameFrom[row];
		if (from === undefined) continue;
		matched += 1;
		if (before[from] !== now[row]) changed += 1;
	}
	if (changed < MIN_CHANGED || changed * 2 < matched) return nothing;
	const update = (row: number, earlier: PartValues) =>
		earlier.map((value, at) => (at === part ? now[row] : value));
	const names = new Set<string>();
	for (let row = 0; row < records.length; row++) {
		if (table.isTold(row)) continue;
		for (const name of parts[part].fields?.(records[row]) ?? []) names.add(name);
		table.setTold(
			row,
			toldWith(table.told(row), (values) => update(row, values)),
		);
	}
	return { names: [...names], update };
}
