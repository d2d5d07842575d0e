import type { IDataObject } from 'n8n-workflow';

import type { Kept } from './kept';
import { isSame, type StoredSnapshot } from './snapshot';

/** Replaces what the process and n8n keep, in one step. `next` still has the revision of the one before it. */
export function remember(
	kept: Kept,
	stored: IDataObject,
	next: StoredSnapshot,
	latest: StoredSnapshot | undefined,
): void {
	const isNew = !isSame(next, latest);
	const revision = isNew ? Math.max(Date.now(), next.revision + 1) : next.revision;
	kept.latest = { ...next, revision };
	if (stored.revision === revision) return;
	for (const name of Object.keys(stored)) {
		if (!(name in next)) delete stored[name];
	}
	Object.assign(stored, kept.latest);
}

/** Stores what was sent and delivered since the last read. */
export function rememberDeliveries(kept: Kept, stored: IDataObject): void {
	const { latest, outbox } = kept;
	if (latest && outbox)
		remember(kept, stored, { ...latest, ...outbox.deliveries.toStore() }, latest);
}
