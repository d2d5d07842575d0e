import type { Part, WatchedList } from '../../model/event';
import { countOf, isSameRow, listedIn, type Rows } from './rows';

/** Which record of a new list has which known row. Records and rows are named by their indexes. */
export interface Match {
	/** The known row of each record. Undefined for a new record and for a duplicate. */
	rowOf: Array<number | undefined>;
	/** Records that are listed twice, with only one known row. */
	duplicates: Set<number>;
	/** Whether a known row has a record. */
	isTaken: boolean[];
}

interface Matching extends Match {
	records: Rows;
	known: Rows;
	/** Number of known rows that were on the last list. They come first. */
	lastListCount: number;
	/** All parts that are compared. */
	all: number[];
	/** The parts that identify a record among those with the same identity, such as email and phone. */
	alternateKeys: number[];
	/** The parts of its name. */
	names: number[];
}

function take({ rowOf, isTaken }: Matching, record: number, row: number): void {
	rowOf[record] = row;
	isTaken[row] = true;
}

/** The records without a row. Duplicates come last: they take a row only if no other record does. */
function openRecords({ rowOf, duplicates }: Matching): number[] {
	const isOpen = (record: number) => rowOf[record] === undefined;
	const open: number[] = [];
	for (let record = 0; record < rowOf.length; record++) {
		if (isOpen(record) && !duplicates.has(record)) open.push(record);
	}
	const openDuplicates = [...duplicates].filter(isOpen);
	return openDuplicates.length > 0 ? [...open, ...openDuplicates] : open;
}

/** The identity of a row and some of its parts, as a key of a map. */
const keyOf = ({ identities, parts }: Rows, row: number, compared: number[]) =>
	compared.reduce((key, part) => `${key} ${parts[part][row]}`, String(identities[row]));

/**
 * Pairs these records one to one with rows that have no record yet, by identity and some parts. A duplicate takes no row of
 * a record that has left the list.
 * @param scope which rows: those of the last list, or also those of records that have left it
 */
function pair(
	matching: Matching,
	open: number[],
	compared: number[],
	scope: 'lastList' | 'all',
): void {
	if (open.length === 0) return;
	const { records, known, lastListCount, isTaken, duplicates } = matching;
	const end = scope === 'lastList' ? lastListCount : countOf(known);
	const rowsByKey = new Map<string, number[]>();
	// Backwards, so that `pop` takes the first of several.
	for (let row = end - 1; row >= 0; row--) {
		if (isTaken[row]) continue;
		const key = keyOf(known, row, compared);
		const rows = rowsByKey.get(key) ?? [];
		rows.push(row);
		rowsByKey.set(key, rows);
	}
	for (const record of open) {
		const row = rowsByKey.get(keyOf(records, record, compared))?.pop();
		if (row === undefined) continue;
		const hasLeft = row >= lastListCount;
		if (!hasLeft || !duplicates.has(record)) take(matching, record, row);
	}
}

/** The surest: nothing has changed, and the place is the same, counted from the start or from the end. */
function matchUnchangedInPlace(matching: Matching): void {
	const { records, known, lastListCount, rowOf, isTaken } = matching;
	const count = countOf(records);
	/** From a record to its row, if both are counted from the end. */
	const shiftFromEnd = lastListCount - count;
	for (const shift of [0, shiftFromEnd]) {
		for (
			let record = Math.max(0, -shift);
			record < Math.min(count, lastListCount - shift);
			record++
		) {
			const row = record + shift;
			const isOpen = rowOf[record] === undefined && !isTaken[row];
			if (isOpen && isSameRow(records, record, known, row)) take(matching, record, row);
		}
	}
}

/** Nothing has changed, at any place, even if the record had left the list. */
function matchUnchanged(matching: Matching): void {
	pair(matching, openRecords(matching), matching.all, 'all');
}

/** The service can list a record twice. Notes the records without a row that are equal to one with a row, or to an earlier one without. */
function findDuplicates(matching: Matching): void {
	const { records, rowOf, duplicates, all } = matching;
	const open = openRecords(matching);
	const identities = new Set(open.map((record) => records.identities[record]));
	const contents = new Set<string>();
	rowOf.forEach((row, record) => {
		if (row === undefined || !identities.has(records.identities[record])) return;
		contents.add(keyOf(records, record, all));
	});
	for (const record of open) {
		const content = keyOf(records, record, all);
		if (contents.has(content)) duplicates.add(record);
		contents.add(content);
	}
}

/** Whether one of these parts is not empty. Two records with an empty part do not share it. */
const hasOne = ({ parts }: Rows, row: number, some: number[]): boolean =>
	some.some((part) => parts[part][row] !== 0);

/** An edited record. First: all alternate keys are the same, even if it had left the list. Then: one of them, if it had not. */
function matchSameAlternateKey(matching: Matching): void {
	const { records, alternateKeys } = matching;
	const openWith = (some: number[]) =>
		openRecords(matching).filter((record) => hasOne(records, record, some));
	pair(matching, openWith(alternateKeys), alternateKeys, 'all');
	for (const key of alternateKeys) pair(matching, openWith([key]), [key], 'lastList');
}

/** An edited record with the same name, even if it had left the list. */
function matchSameName(matching: Matching): void {
	const { records, names } = matching;
	const open = openRecords(matching).filter((record) => hasOne(records, record, names));
	pair(matching, open, names, 'all');
}

/** How often each identity stands in these rows. */
function countIdentities({ identities }: Rows): Map<number, number> {
	const counts = new Map<number, number>();
	for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
	return counts;
}

/**
 * A record without alternate keys, now or before, such as a conversation before its person has told an email address: only
 * its identity is the same, which exactly one known and one listed record have. If both have keys and a name, and all of them
 * differ, it is somebody else: another person of the conversation, while the list lacks the first one.
 */
function matchOnlyOne(matching: Matching): void {
	const { records, known, alternateKeys, isTaken } = matching;
	const open = openRecords(matching);
	if (open.length === 0) return;
	const [listed, rows] = [countIdentities(records), countIdentities(known)];
	const rowOf = new Map<number, number>();
	known.identities.forEach((identity, row) => {
		if (rows.get(identity) === 1 && !isTaken[row]) rowOf.set(identity, row);
	});
	for (const record of open) {
		const identity = records.identities[record];
		const row = rowOf.get(identity);
		if (row === undefined || listed.get(identity) !== 1) continue;
		if (hasOne(records, record, alternateKeys) && hasOne(known, row, alternateKeys)) continue;
		take(matching, record, row);
	}
}

/**
 * Finds the known row of each record of a new list, one to one, from the surest kind of match to the weakest. So two leads
 * of one conversation stay two, and only records beyond the known ones are new. Records whose identities share a hash are
 * matched the same way, so collisions are harmless.
 */
export function match(
	{ hasUniqueIdentity, parts }: WatchedList,
	records: Rows,
	known: Rows,
): Match {
	const indexesOf = (isWanted: (part: Part) => boolean | undefined) =>
		[...parts.keys()].filter((part) => isWanted(parts[part]));
	const matching: Matching = {
		records,
		known,
		lastListCount: listedIn(known),
		all: [...parts.keys()],
		alternateKeys: indexesOf(({ isAlternateKey }) => isAlternateKey),
		names: indexesOf(({ isName }) => isName),
		rowOf: new Array<number | undefined>(countOf(records)).fill(undefined),
		duplicates: new Set(),
		isTaken: new Array<boolean>(countOf(known)).fill(false),
	};
	matchUnchangedInPlace(matching);
	matchUnchanged(matching);
	// Only now: a record that is unchanged keeps its row, even if an edit has made another one equal to it. That one is a
	// duplicate, which can still take the row of a listed record.
	findDuplicates(matching);
	matchSameAlternateKey(matching);
	// A unique identity is a part too, so a record with another one is another record, even if the first hash is equal.
	if (!hasUniqueIdentity) {
		matchSameName(matching);
		matchOnlyOne(matching);
	}
	return matching;
}
