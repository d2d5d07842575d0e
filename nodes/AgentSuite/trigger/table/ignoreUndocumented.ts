import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { changedFields } from './before';
import { listedIn, type Rows } from './rows';

/** From this number on, a change of most records at once is no edit of each. */
const MIN_CHANGED = 3;

/** The part of the undocumented fields, and their names in the records with a change. */
export interface Ignored {
	part: number;
	names: string[];
}

/**
 * Finds out whether to ignore a change of undocumented fields: if it is one of half of the known records or more, such as the
 * time of the last read. Otherwise each read would return them all.
 * @param now the rows of the records
 * @param cameFrom the row of each record in the last list. Undefined for a new one
 */
export function ignoreUndocumented(
	{ parts }: WatchedList,
	last: Rows,
	now: Rows,
	records: IDataObject[],
	cameFrom: Array<number | undefined>,
): Ignored | undefined {
	const part = parts.findIndex(({ isUndocumented }) => isUndocumented);
	if (part < 0) return undefined;
	let known = 0;
	const changed: IDataObject[] = [];
	records.forEach((record, row) => {
		const from = cameFrom[row];
		if (from === undefined) return;
		known += 1;
		if (last.parts[part][from] !== now.parts[part][row]) changed.push(record);
	});
	// One of the two lists can be partial. A few edits in it are no change of most.
	const all = Math.max(known, listedIn(last));
	if (changed.length < MIN_CHANGED || changed.length * 2 < all) return undefined;
	const names = changed.flatMap((record) => changedFields(parts[part], record));
	return { part, names: [...new Set(names)].sort() };
}
