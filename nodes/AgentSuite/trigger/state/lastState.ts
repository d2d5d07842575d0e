import { isSameState } from '../n8n/n8nStorage';
import type { Origin } from './origin';
import type { Outbox } from '../outbox/outbox';
import { readTable, storeTable, type StoredTable } from '../table/storedTable';
import type { Table } from '../table/table';

/** All that n8n stores of a trigger: plain JSON. */
export interface StoredState extends Origin, StoredTable {
	version: 1;
	/**
	 * When a list has changed it, ms since 1970, and one more for each state after that. So it increases with every state of a
	 * process, and of two processes, the one whose list has changed it last has the higher one, as far as their clocks agree.
	 */
	revision: number;
}

/** What this process keeps of a trigger since it has compared a list. */
export interface Kept {
	/** The last state, as n8n has it, or is to store it with the next poll. What has ended since is only in the outbox. */
	state: StoredState;
	/** What the workflow was told, and what is on its way. */
	outbox: Outbox;
}

/** What a poll goes on from. */
export type LastState =
	| { from: 'nothing'; state?: undefined; table?: undefined }
	/** What was stored before a restart, or by another main process since. It has no table if it cannot be read. */
	| { from: 'stored'; state: StoredState; table?: Table }
	/** What this process keeps. */
	| ({ from: 'kept'; table: Table } & Kept);

/** 0 without a state, and for a damaged one. */
const revisionOf = (state: StoredState | undefined): number => Number(state?.revision) || 0;

/**
 * The state that follows another one. If nothing has changed, it keeps its revision, so that processes that take turns to poll go on by what
 * each of them keeps.
 * @param last undefined if it is the first one
 * @param origin what the table is about
 * @param listedAt when a list was compared, ms since 1970. Undefined if only executions have told something since: that counts the revision
 * on by one, so that a process that goes on sending, but does not poll any more, has no later state than one whose list has changed it since
 */
export function stateAfter(
	last: StoredState | undefined,
	origin: Origin,
	table: Table,
	listedAt?: number,
): StoredState {
	const revision = revisionOf(last);
	const state: StoredState = { ...origin, version: 1, revision, ...storeTable(table) };
	return isSameState(state, last)
		? state
		: { ...state, revision: Math.max(listedAt ?? 0, revision + 1) };
}

function tableOf(stored: StoredState): Table | undefined {
	if (stored.version !== 1) return undefined;
	try {
		return readTable(stored, stored);
	} catch {
		return undefined;
	}
}

/** The later one of what n8n has stored and what this process keeps. */
export function lastStateOf(stored: StoredState | undefined, kept: Kept | undefined): LastState {
	if (kept && kept.state.revision >= revisionOf(stored))
		return { from: 'kept', ...kept, table: kept.outbox.table };
	return stored ? { from: 'stored', state: stored, table: tableOf(stored) } : { from: 'nothing' };
}
