import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { freeSuffix } from '../../records/suffix';
import type { Match } from './match';
import type { Rows } from './rows';

/**
 * Gives each record its suffix: that of its row in the last table, or if it is new, none unless another record has the same identity,
 * on the list or in that table. `record` is an index of the list, `row` one of the last table.
 */
export function addSuffixes(
	{ suffix }: WatchedList,
	records: IDataObject[],
	{ suffixes, identities }: Rows,
	last: Rows,
	{ rowOf, duplicates }: Match,
): void {
	if (!suffix) return;
	const newRecords: number[] = [];
	rowOf.forEach((row, record) => {
		if (row !== undefined) suffixes[record] = last.suffixes[row];
		else if (!duplicates.has(record)) newRecords.push(record);
	});
	if (newRecords.length === 0) return;
	/** The new records of each identity. */
	const counts = new Map<number, number>();
	for (const record of newRecords)
		counts.set(identities[record], (counts.get(identities[record]) ?? 0) + 1);
	/** What those of the last table with these identities have. */
	const taken = new Map<number, Set<number>>();
	last.identities.forEach((identity, row) => {
		if (!counts.has(identity)) return;
		taken.set(identity, (taken.get(identity) ?? new Set()).add(last.suffixes[row]));
	});
	for (const record of newRecords) {
		const identity = identities[record];
		const others = taken.get(identity) ?? new Set();
		if (others.size === 0 && counts.get(identity) === 1) continue;
		suffixes[record] = freeSuffix(suffix(records[record]), others);
		taken.set(identity, others.add(suffixes[record]));
	}
}
