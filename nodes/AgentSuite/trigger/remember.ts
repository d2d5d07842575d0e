import type { IDataObject } from 'n8n-workflow';

import type { Kept } from './kept';
import { isSame, type StoredSnapshot } from './snapshot';

/**
 * Replaces what the process and n8n keep, in one step.
 * @param stored n8n's object
 * @param next with the revision of `last`, which is raised here if anything differs
 */
export function remember(
	kept: Kept,
	stored: IDataObject,
	next: StoredSnapshot,
	last: StoredSnapshot | undefined,
): void {
	const isNew = !isSame(next, last);
	const revision = isNew ? Math.max(Date.now(), next.revision + 1) : next.revision;
	kept.remembered = { ...next, revision };
	if (stored.revision === revision) return;
	for (const name of Object.keys(stored)) {
		if (!(name in next)) delete stored[name];
	}
	Object.assign(stored, kept.remembered);
}

/** Stores what was sent and delivered since the last read. */
export function rememberDeliveries(kept: Kept, stored: IDataObject): void {
	const { remembered, outbox } = kept;
	if (remembered && outbox)
		remember(kept, stored, { ...remembered, ...outbox.deliveries.toStore() }, remembered);
}
