import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import type { Match } from './match';
import type { Rows } from './rows';

/** Notes the highest number of a key. */
function raise<Key>(highest: Map<Key, number>, key: Key, number: number): void {
	highest.set(key, Math.max(highest.get(key) ?? 0, number));
}

/**
 * Numbers the records: those of a known row keep its number, new ones get the next of their identity. That is the next after the
 * highest number on the list, and of the rows whose records have left it: where number 3 has left, a new one gets 4. Only
 * identities of new records are looked at. `record` is an index of the list, `row` one of the known rows.
 */
export function numberRecords(
	{ identity }: WatchedList,
	records: IDataObject[],
	{ numbers, identities }: Rows,
	known: Rows,
	{ rowOf, duplicates, isTaken }: Match,
): void {
	rowOf.forEach((row, record) => {
		if (row !== undefined) numbers[record] = known.numbers[row];
	});
	const newRecords: number[] = [];
	rowOf.forEach((row, record) => {
		if (row === undefined && !duplicates.has(record)) newRecords.push(record);
	});
	if (newRecords.length === 0) return;
	const newIdentities = new Set(newRecords.map((record) => identities[record]));
	/** Of each identity on the list. */
	const highestListed = new Map<string, number>();
	rowOf.forEach((row, record) => {
		if (row === undefined || !newIdentities.has(identities[record])) return;
		raise(highestListed, identity(records[record]), numbers[record]);
	});
	/** Of records that have left it, by hash, because their identities are not stored. */
	const highestGone = new Map<number, number>();
	known.identities.forEach((hash, row) => {
		if (!isTaken[row] && newIdentities.has(hash)) raise(highestGone, hash, known.numbers[row]);
	});
	for (const record of newRecords) {
		const name = identity(records[record]);
		const highest = Math.max(
			highestListed.get(name) ?? 0,
			highestGone.get(identities[record]) ?? 0,
		);
		numbers[record] = highest + 1;
		highestListed.set(name, numbers[record]);
	}
}
