/**
 * Writes that must not be sent again when n8n's Retry On Fail runs the whole node again: in one process
 * and for minutes only. n8n keeps nothing between two tries that a node could use.
 */

import type { Problem } from '../model/problem';

/** What came of a write: the answer of one that succeeded, or why it may have been carried out. */
export type Written = { answer: unknown } | { problem: Problem };

/** How long a write is remembered, ms: Retry On Fail waits seconds between tries. */
const KEEP_MS = 10 * 60_000;
/** Writes remembered at most; the oldest go first. */
const MAX_WRITES = 5000;

const writes = new Map<string, { at: number; written: Written }>();

/** Remembers what came of a write. */
export function rememberWrite(key: string, written: Written, now: number): void {
	writes.delete(key);
	writes.set(key, { at: now, written });
	for (const [oldest, { at }] of writes) {
		if (writes.size <= MAX_WRITES && now - at < KEEP_MS) break;
		writes.delete(oldest);
	}
}

/** What came of a write before, if it is remembered. */
export function rememberedWrite(key: string, now: number): Written | undefined {
	const found = writes.get(key);
	return found && now - found.at < KEEP_MS ? found.written : undefined;
}
