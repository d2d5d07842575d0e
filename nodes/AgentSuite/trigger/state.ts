import type { IDataObject, INode } from 'n8n-workflow';

import { BoundedMap } from '../model/boundedMap';
import type { Outage } from './outage';
import type { StoredSnapshot } from './snapshot';

/** How long a trigger is kept without a poll: 32 days. Its workflow is no longer published then. */
const KEEP_MS = 32 * 86_400_000;
const MAX_TRIGGERS = 500;
/** How long n8n can take to store a batch, ms. After that, the batch is treated as not stored. */
const COMMIT_MS = 10_000;

/** The state of one trigger in this process, in addition to what n8n stores. */
export interface TriggerProcess {
	/** When the poll in flight is given up, ms. Tells it from a stuck one that ends late. n8n allows overlaps. */
	busyUntil?: number;
	/**
	 * The snapshot of the last successful poll. Without durable cursors, n8n stores it only together with an execution.
	 * n8n drops the snapshot of the poll at activation.
	 */
	latest?: StoredSnapshot;
	/** The last batch, until it is clear that n8n has stored it. n8n does not wait for that. */
	pendingCommit?: {
		at: number;
		/** The name of the node, which n8n stores the state by. */
		name: string;
		/** The snapshot before the batch. */
		from: StoredSnapshot | undefined;
	};
	outage?: Outage;
}

/** By workflow and node. n8n loads this module once per process. */
export const triggers = new BoundedMap<string, TriggerProcess>({
	maxEntries: MAX_TRIGGERS,
	maxAgeMs: KEEP_MS,
});

/** The state of a trigger, created if missing. */
export function processOf(key: string, now: number): TriggerProcess {
	const known = triggers.get(key, now) ?? {};
	triggers.set(key, known, now);
	return known;
}

/**
 * The snapshot to continue from. 'pending' while n8n might still be storing the last batch. n8n discards a batch if
 * the workflow is published again during the poll.
 * @param stored n8n's own object
 */
export function resume(
	kept: TriggerProcess,
	stored: IDataObject,
	{ id, name }: Pick<INode, 'id' | 'name'>,
	now: number,
): StoredSnapshot | undefined | 'pending' {
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const isOwn = Object.keys(stored).length > 0 && (stored.node ?? id) === id;
	// A copy, because the poll changes the object, and the earlier state is still needed.
	const own = isOwn ? ({ ...stored } as unknown as StoredSnapshot) : undefined;
	const { latest, pendingCommit } = kept;
	const isStored = !latest || (own?.revision ?? 0) >= latest.revision;
	if (isStored || pendingCommit?.name !== name) {
		delete kept.pendingCommit;
		// If n8n's snapshot is older than ours, n8n did not store the last one, or the node was renamed.
		return isStored ? own : latest;
	}
	return now - pendingCommit.at < COMMIT_MS ? 'pending' : pendingCommit.from;
}
