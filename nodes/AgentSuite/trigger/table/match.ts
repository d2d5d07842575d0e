import type { Part, WatchedList } from '../../model/watchedList';
import { countOf, isSameRow, listedIn, type Rows } from './rows';

/** Which record of a list has which row of the last table. Both are named by their indexes. */
export interface Match {
	/** The row of each record. Undefined for a new record and for a duplicate. */
	rowOf: Array<number | undefined>;
	/** Records that are equal to another one of the list. */
	duplicates: Set<number>;
	/** Whether a row has a record. */
	isTaken: boolean[];
}

/** The identity of a row and some of its parts, as a key of a map. */
const keyOf = ({ identities, parts }: Rows, row: number, compared: number[]) =>
	compared.reduce((key, part) => `${key} ${parts[part][row]}`, String(identities[row]));

/** Whether one of these parts is not empty. Two records with an empty part do not share it. */
const hasOne = ({ parts }: Rows, row: number, some: number[]): boolean =>
	some.some((part) => parts[part][row] !== 0);

/** How often each identity is among these. */
function countIdentities(identities: Uint32Array): Map<number, number> {
	const counts = new Map<number, number>();
	for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
	return counts;
}

/** A match in progress. Each of its steps gives rows that have no record yet to records that have no row yet. */
class Matching implements Match {
	readonly rowOf: Array<number | undefined>;
	readonly duplicates = new Set<number>();
	readonly isTaken: boolean[];
	/** Number of rows whose records were on the last list. They come first. */
	private readonly lastListed: number;

	constructor(
		private readonly records: Rows,
		private readonly last: Rows,
	) {
		this.rowOf = new Array<number | undefined>(countOf(records)).fill(undefined);
		this.isTaken = new Array<boolean>(countOf(last)).fill(false);
		this.lastListed = listedIn(last);
	}

	private take(record: number, row: number): void {
		this.rowOf[record] = row;
		this.isTaken[row] = true;
	}

	/** The records without a row. Duplicates come last: they take a row only if no other record does. */
	private unmatched(): number[] {
		const { rowOf, duplicates } = this;
		const isUnmatched = (record: number) => rowOf[record] === undefined;
		const unmatched: number[] = [];
		for (let record = 0; record < rowOf.length; record++) {
			if (isUnmatched(record) && !duplicates.has(record)) unmatched.push(record);
		}
		return [...unmatched, ...[...duplicates].filter(isUnmatched)];
	}

	/** Everything is the same, also the place, counted from the start or from the end. */
	unchangedInPlace(): void {
		const { records, last, lastListed, rowOf, isTaken } = this;
		const count = countOf(records);
		for (const shift of [0, lastListed - count]) {
			const end = Math.min(count, lastListed - shift);
			for (let record = Math.max(0, -shift); record < end; record++) {
				const row = record + shift;
				const isFree = rowOf[record] === undefined && !isTaken[row];
				if (isFree && isSameRow(records, record, last, row)) this.take(record, row);
			}
		}
	}

	/** The service can list a record twice. Notes those without a row that are equal to one with a row, or to an earlier one. */
	findDuplicates(all: number[]): void {
		const { records, rowOf, duplicates } = this;
		const unmatched = this.unmatched();
		const identities = new Set(unmatched.map((record) => records.identities[record]));
		const contents = new Set<string>();
		rowOf.forEach((row, record) => {
			if (row === undefined || !identities.has(records.identities[record])) return;
			contents.add(keyOf(records, record, all));
		});
		for (const record of unmatched) {
			const content = keyOf(records, record, all);
			if (contents.has(content)) duplicates.add(record);
			contents.add(content);
		}
	}

	/**
	 * The identity and these parts are the same, which are not all empty.
	 * @param among which rows: those of the last list, or also those of records that have left it
	 */
	sharing(parts: number[], among: 'lastList' | 'all'): void {
		const { records } = this;
		const withParts = this.unmatched().filter((record) => hasOne(records, record, parts));
		this.pair(withParts, parts, among);
	}

	/** Everything is the same, at any place. */
	unchanged(all: number[]): void {
		this.pair(this.unmatched(), all, 'all');
	}

	private pair(unmatched: number[], parts: number[], among: 'lastList' | 'all'): void {
		if (unmatched.length === 0) return;
		const { records, last, lastListed, isTaken, duplicates } = this;
		const rowsByKey = new Map<string, number[]>();
		// Backwards, so that `pop` takes the first of several.
		for (let row = (among === 'all' ? countOf(last) : lastListed) - 1; row >= 0; row--) {
			if (isTaken[row]) continue;
			const key = keyOf(last, row, parts);
			const rows = rowsByKey.get(key) ?? [];
			rows.push(row);
			rowsByKey.set(key, rows);
		}
		for (const record of unmatched) {
			const row = rowsByKey.get(keyOf(records, record, parts))?.pop();
			if (row === undefined) continue;
			// A duplicate is no return of a record that has left the list.
			const isDuplicateOfGone = row >= lastListed && duplicates.has(record);
			if (!isDuplicateOfGone) this.take(record, row);
		}
	}

	/**
	 * Only the identity is the same, which one record and one row have. One of them lacks these parts: a conversation before its
	 * person has told an email address. If both have them, it is another person, while the list lacks the first one.
	 */
	onlyOneOfIdentity(keys: number[]): void {
		const { records, last, isTaken, duplicates } = this;
		const unmatched = this.unmatched().filter((record) => !duplicates.has(record));
		if (unmatched.length === 0) return;
		const listed = countIdentities(
			records.identities.filter((_id, record) => !duplicates.has(record)),
		);
		const known = countIdentities(last.identities);
		const rows = new Map<number, number>();
		last.identities.forEach((identity, row) => {
			if (known.get(identity) === 1 && !isTaken[row]) rows.set(identity, row);
		});
		for (const record of unmatched) {
			const identity = records.identities[record];
			const row = rows.get(identity);
			if (row === undefined || listed.get(identity) !== 1) continue;
			if (!hasOne(records, record, keys) || !hasOne(last, row, keys)) this.take(record, row);
		}
	}
}

/**
 * Finds the row of each record of a list, one to one, in steps. An earlier step says more surely that two are the same, so two
 * leads of one conversation stay two, and only records beyond the known ones are new:
 *
 *     step                     what is the same                                  with records that have left the list
 *     1 unchanged in place     everything, and the place in the list             no
 *     2 unchanged              everything                                        yes
 *       duplicates             of what is left, what equals another one of the   no
 *                              list takes a row last
 *     3 alternate keys         all of them, such as email and phone              yes
 *     4 alternate key          one of them                                       no
 *     5 name                   the name                                          yes
 *     6 only one of identity   the identity, and one of the two has no keys      yes
 *
 * One key alone can be shared, such as the phone of a family, so it does not find a record that has left the list.
 *
 * The identity is the same in each step, as a hash. Records whose identities share a hash are matched like those of one identity.
 */
export function match({ hasUniqueIdentity, parts }: WatchedList, records: Rows, last: Rows): Match {
	const indexesOf = (isWanted: (part: Part) => boolean | undefined) =>
		[...parts.keys()].filter((part) => isWanted(parts[part]));
	const all = indexesOf(() => true);
	const alternateKeys = indexesOf(({ isAlternateKey }) => isAlternateKey);
	const names = indexesOf(({ isName }) => isName);
	const matching = new Matching(records, last);
	matching.unchangedInPlace();
	matching.unchanged(all);
	// Only now, so that a record that is unchanged keeps its row, and one that an edit has made equal to it is the duplicate. That
	// one can still take the row of a listed record.
	matching.findDuplicates(all);
	matching.sharing(alternateKeys, 'all');
	for (const key of alternateKeys) matching.sharing([key], 'lastList');
	// A unique identity is a part too, so a record with another one is another record, even if the first hash is equal.
	if (hasUniqueIdentity) return matching;
	matching.sharing(names, 'all');
	matching.onlyOneOfIdentity(alternateKeys);
	return matching;
}
