import type { IDataObject } from 'n8n-workflow';

import type { Memory } from './memory';
import type { Origin, StoredState } from './state';

/** Compares values of a state: texts, numbers, and lists of texts. */
function isEqual(left: unknown, right: unknown): boolean {
	if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
	return left.length === right.length && left.every((entry, at) => entry === right[at]);
}

function isSame(left: StoredState, right: StoredState | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredState>;
	return names.every((name) => isEqual(left[name], right?.[name]));
}

/**
 * Replaces what memory and n8n keep of the state, in one step. The only place that changes it.
 * @param stored n8n's object
 * @param origin of the table of the outbox. Default: as before
 */
export function store(memory: Memory, stored: IDataObject, origin?: Origin): void {
	const { state: last, outbox } = memory;
	if (!outbox) return;
	const about = origin ?? last;
	if (!about) return;
	const revision = last?.revision ?? 0;
	const next: StoredState = { ...about, version: 1, revision, ...outbox.table.toStore() };
	if (!isSame(next, last)) next.revision = Math.max(Date.now(), revision + 1);
	memory.state = next;
	if (stored.revision === next.revision) return;
	for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
	Object.assign(stored, next);
}
