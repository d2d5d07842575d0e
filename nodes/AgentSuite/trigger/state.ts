import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../model/boundedMap';
import type { Deliveries } from './deliver';
import type { Send } from './emit';
import type { Outage } from './outage';
import type { StoredSnapshot } from './snapshot';

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
	/** Whether n8n has refused to report the end of an execution, and whether that was logged. */
	isRefused?: boolean;
	hasWarned?: boolean;
	outage?: Outage;
}

/** By workflow and node, in this process. A trigger is dropped after 32 days without a poll: it is not published. */
export const triggers = new BoundedMap<string, TriggerProcess>({
	maxEntries: Infinity,
	maxAgeMs: 32 * 86_400_000,
});

/** The state of a trigger, created if missing. */
export function processOf(key: string, now: number): TriggerProcess {
	const known = triggers.get(key, now) ?? {};
	triggers.set(key, known, now);
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

/** Replaces what n8n stores, in one step. */
export function write(stored: IDataObject, next: StoredSnapshot): void {
	if (stored.revision === next.revision) return;
	for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
	Object.assign(stored, next);
}
