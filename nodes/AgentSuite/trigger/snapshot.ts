import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { isRecord } from '../model/record';
import { emptyRows, readRows, storeRows, type Rows, type StoredRows } from './rows';

/** What is remembered of a list, the same for all its events. */
export interface Snapshot {
	/** A row for each record on the list, in its order, oldest first. */
	listed: Rows;
	/** Rows of those that have left it. */
	removed: Rows;
	/** Literals, word for word. */
	words: string[];
	/** Names of the fields beyond those that the interface shows. */
	otherFields: string[];
	/** Whose records they are: the organization that most of them name; empty when none does. */
	owner: string;
}

/** Whose snapshot it is: of another node, or another account, none can be used. */
export interface Origin {
	/** The watched list. */
	list: string;
	/** The node's id. */
	node: string;
	/** The credential's id. */
	credential: string;
	/** A hash of what the event is told to look for. */
	settings: number;
}

/** A snapshot as n8n stores it: plain JSON. */
export interface StoredSnapshot extends Origin, Omit<Snapshot, 'listed' | 'removed'> {
	version: 1;
	/** When it was made, ms since 1970; later than that of any snapshot of the trigger before it. */
	revision: number;
	listed: StoredRows;
	removed: StoredRows;
}

/** Nothing is remembered. */
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

/** Reads what n8n has stored, all of it checked and copied; undefined when it cannot be read. */
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
