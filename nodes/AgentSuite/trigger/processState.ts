import { BoundedMap } from '../model/boundedMap';
import type { Outage } from './outage';
import type { StoredSnapshot } from './snapshot';

const DAY_MS = 86_400_000;
/** A trigger that has not polled for so long is forgotten: it is not published any more. */
const KEEP_MS = 32 * DAY_MS;
const MAX_TRIGGERS = 500;
/** A poll that has not ended by then never will: the next one may begin, ms. */
const STUCK_MS = 120_000;
/** How long n8n may take to store a batch, ms. A snapshot that is still the old one then was not stored. */
const COMMIT_MS = 10_000;

/** What this process knows of one trigger beside what n8n has stored. */
export interface TriggerProcess {
	/** When the poll in flight began, ms: n8n does not keep two from overlapping. */
	activePoll?: number;
	/**
	 * What the last successful poll has made. n8n stores it only together with an execution, unless durable
	 * cursors are on, and drops what the poll at activation makes.
	 */
	latest?: StoredSnapshot;
	/** The last batch, as long as n8n has not been seen to have stored it: n8n does not wait for that. */
	pendingCommit?: {
		at: number;
		/** The name of the node, by which n8n stores. */
		name: string;
		/** The revision that n8n had then, 0 for none: in memory perhaps, and an earlier one stored. */
		storedRevision: number;
		/** Where the batch began. */
		from: StoredSnapshot | undefined;
	};
	outage?: Outage;
}

/** By workflow and node. n8n loads this module once per process. */
export const triggers = new BoundedMap<string, TriggerProcess>({
	maxEntries: MAX_TRIGGERS,
	maxAgeMs: KEEP_MS,
});

/** What is known of a trigger, made if need be. */
export function processOf(key: string, now: number): TriggerProcess {
	const known = triggers.get(key, now) ?? {};
	triggers.set(key, known, now);
	return known;
}

/** Marks a poll as begun; false when another one is in flight. */
export function beginPoll(kept: TriggerProcess, now: number): boolean {
	if (now - (kept.activePoll ?? -Infinity) < STUCK_MS) return false;
	kept.activePoll = now;
	return true;
}

export function endPoll(kept: TriggerProcess, began: number): void {
	if (kept.activePoll === began) delete kept.activePoll;
}

/**
 * The snapshot to go on from; 'pending' while n8n may still be storing the last batch. n8n discards a batch when the
 * workflow is published anew while it is polling.
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
	// Older than what this process has made: a turn that n8n did not store, or an earlier name of the node.
	if (pendingCommit?.name !== name) return latest;
	return now - pendingCommit.at < COMMIT_MS ? 'pending' : pendingCommit.from;
}
