import { BoundedMap } from '../model/boundedMap';
import type { Outage } from './outage';
import type { StoredSnapshot } from './snapshot';

const DAY_MS = 86_400_000;
/** How long a trigger is kept without a poll. Its workflow is no longer published then. */
const KEEP_MS = 32 * DAY_MS;
const MAX_TRIGGERS = 500;
/** Age at which a poll in flight is given up, so that the next one can begin, ms. */
const STUCK_MS = 120_000;
/** How long n8n can take to store a batch, ms. After that, the batch is treated as not stored. */
const COMMIT_MS = 10_000;

/** The state of one trigger in this process, in addition to what n8n stores. */
export interface TriggerProcess {
	/** Start of the poll in flight, ms. n8n does not prevent overlapping polls. */
	activePoll?: number;
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
		/** The revision that n8n had, 0 for none. The stored one can be older than the one in memory. */
		storedRevision: number;
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

/** Marks a poll as begun. False if another one is in flight. */
export function beginPoll(kept: TriggerProcess, now: number): boolean {
	if (now - (kept.activePoll ?? -Infinity) < STUCK_MS) return false;
	kept.activePoll = now;
	return true;
}

export function endPoll(kept: TriggerProcess, began: number): void {
	if (kept.activePoll === began) delete kept.activePoll;
}

/**
 * The snapshot to continue from. 'pending' while n8n might still be storing the last batch. n8n discards a batch if
 * the workflow is published again during the poll.
 */
export function resume(
	kept: TriggerProcess,
	stored: StoredSnapshot | undefined,
	name: string,
	now: number,
): StoredSnapshot | undefined | 'pending' {
	const revision = stored?.revision ?? 0;
	if (revision > (kept.pendingCommit?.storedRevision ?? Infinity)) delete kept.pendingCommit;
	const { latest, pendingCommit } = kept;
	if (!latest || revision >= latest.revision) return stored;
	// n8n's snapshot is older than ours: it did not store the last one, or the node was renamed.
	if (pendingCommit?.name !== name) return latest;
	return now - pendingCommit.at < COMMIT_MS ? 'pending' : pendingCommit.from;
}
