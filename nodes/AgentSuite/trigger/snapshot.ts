import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { hashOf } from './difference/encode';
import { countOf, readRows, storeRows, type Snapshot, type StoredRows } from './difference/rows';
import { readDeliveries, type StoredDeliveries } from './outbox/stored';

/** Maximum number of texts to store. Others are still compared by hash. */
const MAX_TEXTS = 250;
/** Maximum length of a text to store. */
const MAX_LENGTH = 60;

export interface SnapshotOrigin {
	/** Creation time, ms since 1970. It increases with every snapshot of the trigger. */
	revision: number;
	/** The name of the list, and the IDs of node and credential. */
	list: string;
	/** The names of its parts, in the order of their columns. A release can compare others, or in another order. */
	parts: string[];
	node: string;
	credential: string;
	/** The organization, as far as the records name one. */
	owner: string;
	/** The event and its filters. */
	scope: string;
	/** Whether 'Emit Existing' was on. Undefined for an event without it, which counts as off. */
	emitsExisting?: boolean;
}

/** A snapshot as n8n stores it: plain JSON. */
export interface StoredSnapshot extends SnapshotOrigin, StoredDeliveries {
	version: 1;
	rows: StoredRows;
	literals: string[];
}

export const partNames = ({ parts }: WatchedList): string[] => parts.map(({ name }) => name);

export function storeSnapshot(
	snapshot: Snapshot,
	origin: SnapshotOrigin,
	deliveries: StoredDeliveries = {},
): StoredSnapshot {
	const texts = [...snapshot.literals.values()].filter((text) => text.length <= MAX_LENGTH);
	const rows = storeRows(snapshot.rows);
	return { version: 1, ...origin, rows, literals: texts.slice(0, MAX_TEXTS), ...deliveries };
}

/** Reads what n8n has stored. Undefined if it cannot be read. */
export function readSnapshot(stored: StoredSnapshot, list: WatchedList): Snapshot | undefined {
	try {
		if (stored.parts.join() !== partNames(list).join()) return undefined;
		const literals = new Map(stored.literals.map((text) => [hashOf(text), text]));
		const rows = readRows(stored.rows, list);
		readDeliveries(stored, countOf(rows), list.parts.length);
		return stored.version === 1 ? { rows, literals } : undefined;
	} catch {
		return undefined;
	}
}

/** The last snapshot of the trigger: the remembered one, unless n8n has stored a newer one. */
export function newestSnapshot(
	remembered: StoredSnapshot | undefined,
	stored: IDataObject,
	node: string,
): StoredSnapshot | undefined {
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const isOwn = Object.keys(stored).length > 0 && (stored.node ?? node) === node;
	const revision = isOwn ? Number(stored.revision ?? 0) : -1;
	if (remembered && remembered.revision >= revision) return remembered;
	// A copy, because n8n's own object is changed in place.
	return isOwn ? ({ ...stored } as unknown as StoredSnapshot) : undefined;
}

/** Compares values of a snapshot, which are lists, texts, and the like. As JSON, a million rows would be copied to compare them. */
function isEqual(left: unknown, right: unknown): boolean {
	if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
	return left.length === right.length && left.every((entry, at) => isEqual(entry, right[at]));
}

export function isSame(left: StoredSnapshot, right: StoredSnapshot | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredSnapshot>;
	return names.every((name) => isEqual(left[name], right?.[name]));
}
