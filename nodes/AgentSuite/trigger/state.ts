import type { IDataObject } from 'n8n-workflow';

import type { Deliveries } from './deliver';
import type { Send } from './emit';
import type { Outage } from './outage';
import { isSame, type StoredSnapshot } from './snapshot';

/** The state of one trigger in this process, in addition to what n8n stores. Times are of a steady clock, ms. */
export interface TriggerProcess {
	/** When the poll in progress has begun, and whether the workflow was published since the last one. */
	busySince?: number;
	isPublished?: boolean;
	/** When the list can be read again, and the parameters that this was computed for. */
	nextRead?: { at: number; parameters: string };
	/** The snapshot of the last poll. Without durable cursors, n8n stores it only together with an execution. */
	latest?: StoredSnapshot;
	deliveries?: Deliveries;
	/** Starts executions as the last poll did. */
	send?: Send;
	/** Whether n8n does not report the end of executions, which was logged. It is asked again after a publication. */
	isRefused?: boolean;
	outage?: Outage;
}

/** By workflow and node. All are kept, because a trigger can poll as rarely as once a year. */
export const triggers = new Map<string, TriggerProcess>();

/** The state of a trigger, created if missing. */
export function processOf(key: string): TriggerProcess {
	const known = triggers.get(key) ?? {};
	triggers.set(key, known);
	return known;
}

/** The snapshot to continue from: the latest one, unless n8n has stored a newer one. A copy of n8n's own object. */
export function newestSnapshot(
	latest: StoredSnapshot | undefined,
	stored: IDataObject,
	node: string,
): StoredSnapshot | undefined {
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const isOwn = Object.keys(stored).length > 0 && (stored.node ?? node) === node;
	const revision = isOwn ? Number(stored.revision ?? 0) : -1;
	if (latest && latest.revision >= revision) return latest;
	return isOwn ? ({ ...stored } as unknown as StoredSnapshot) : undefined;
}

/**
 * Replaces what the process and n8n keep, in one step.
 * @param next the new snapshot, with the revision of the last one
 * @param last the last one
 */
export function remember(
	kept: TriggerProcess,
	stored: IDataObject,
	next: StoredSnapshot,
	last: StoredSnapshot | undefined,
): void {
	const isNew = !isSame(next, last);
	const revision = isNew ? Math.max(Date.now(), next.revision + 1) : next.revision;
	kept.latest = { ...next, revision };
	if (stored.revision === revision) return;
	for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
	Object.assign(stored, kept.latest);
}

/** Stores what was delivered since the last read. Without durable cursors, n8n does so with the next execution. */
export function rememberDeliveries(kept: TriggerProcess, stored: IDataObject): void {
	const { latest, deliveries } = kept;
	if (latest) remember(kept, stored, { ...latest, undelivered: deliveries?.store() }, latest);
}
