import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { isRecord } from '../model/record';
import { emptyRows, readRows, storeRows, type Rows, type StoredRows } from './rows';

/** The remembered state of a list, the same for all its events. */
export interface Snapshot {
	/** A row for each record on the list, oldest first. */
	listed: Rows;
	/** Rows of records that have left it. */
	removed: Rows;
	/** The texts of literals. */
	words: string[];
	/** Names of undocumented fields. */
	otherFields: string[];
	/** The organization that most records name. Empty if none is named. */
	owner: string;
}

/** What the snapshot belongs to. A snapshot of another list, node, or account is not used. */
export interface Origin {
	/** The watched list. */
	list: string;
	/** The node's id. */
	node: string;
	/** The credential's id. */
	credential: string;
	/** A hash of the event and its parameters. */
	settings: number;
}

/** A snapshot as n8n stores it: plain JSON. */
export interface StoredSnapshot extends Origin, Omit<Snapshot, 'listed' | 'removed'> {
	version: 1;
	/** Creation time, ms since 1970. It increases with every snapshot of the trigger. */
	revision: number;
	listed: StoredRows;
	removed: StoredRows;
}

/** A snapshot without records. */
export function emptySnapshot(list: WatchedList): Snapshot {
	const none = emptyRows(list);
	return { listed: none, removed: none, words: [], otherFields: [], owner: '' };
}

export function storeSnapshot(
	snapshot: Snapshot,
	origin: Origin,
	revision: number,
): StoredSnapshot {
	const [listed, removed] = [storeRows(snapshot.listed), storeRows(snapshot.removed)];
	return { version: 1, revision, ...origin, ...snapshot, listed, removed };
}

const isTexts = (stored: unknown): stored is string[] =>
	Array.isArray(stored) && stored.every((text) => typeof text === 'string');

/** Checks and copies what n8n has stored. Undefined if it cannot be read. */
export function readSnapshot(
	stored: IDataObject | StoredSnapshot,
	list: WatchedList,
): Snapshot | undefined {
	if (!isRecord(stored) || stored.version !== 1) return undefined;
	const { words, otherFields, owner } = stored;
	const [listed, removed] = [readRows(stored.listed, list), readRows(stored.removed, list)];
	if (!listed || !removed || !isTexts(words) || !isTexts(otherFields)) return undefined;
	if (typeof owner !== 'string') return undefined;
	return { listed, removed, words: [...words], otherFields: [...otherFields], owner };
}
