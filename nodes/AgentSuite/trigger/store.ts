import type { IPollFunctions } from 'n8n-workflow';

import { N8nStorage } from './n8nStorage';
import type { Origin } from './origin';
import { Outbox } from './outbox/outbox';
import { readTable, storeTable, type StoredTable } from './table/storedTable';

/** All that n8n stores of a trigger: plain JSON. */
export interface StoredState extends Origin, StoredTable {
	version: 1;
	/**
	 * When the list was compared, ms since 1970, and one more for each state after that. So it increases with every state of a
	 * process, and of two processes, the one that has compared a list last has the higher one.
	 */
	revision: number;
}

/** What this process keeps of a trigger since it has compared a list. Only `Store` replaces it. */
export interface Kept {
	/** The last state, as it was stored. What has ended since is only in the outbox. */
	state: StoredState;
	/** What the workflow was told, and what is on its way. */
	outbox: Outbox;
}

/** Compares values of a state: texts, numbers, and lists of texts. */
function isEqual(left: unknown, right: unknown): boolean {
	if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
	return left.length === right.length && left.every((entry, at) => entry === right[at]);
}

function isSame(left: StoredState, right: StoredState | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredState>;
	return names.every((name) => isEqual(left[name], right?.[name]));
}

/** 0 without a state, and for a damaged one. */
const revisionOf = (state: StoredState | undefined): number => Number(state?.revision) || 0;

/** The state of a trigger in one poll: what this process keeps of it, or what n8n has stored. */
export class Store {
	/** The last state, of this process or another one. */
	readonly last?: StoredState;
	/** The same with its outbox, if it is of this process. Not if another main process has stored a later one since. */
	readonly fromMemory?: Kept;
	private readonly storage: N8nStorage<StoredState>;
	private lastOutbox?: Outbox;
	private hasEnded = false;

	/** @param isActivation whether n8n has just activated the workflow */
	constructor(
		context: IPollFunctions,
		private readonly memory: { kept?: Kept },
		isActivation: boolean,
	) {
		this.storage = new N8nStorage(context, isActivation);
		const { state } = this.storage;
		const isLast = memory.kept && memory.kept.state.revision >= revisionOf(state);
		this.fromMemory = isLast ? memory.kept : undefined;
		this.last = this.fromMemory?.state ?? state;
	}

	/** Whether n8n has durable cursors. */
	get isDurable(): boolean {
		return this.storage.isDurable;
	}

	/** The outbox of the last state, if need be read from what n8n has stored, once. Undefined if that cannot be read. */
	readOutbox(): Outbox | undefined {
		return (this.lastOutbox ??= this.fromMemory?.outbox ?? this.readStored());
	}

	private readStored(): Outbox | undefined {
		const { last } = this;
		if (last?.version !== 1) return undefined;
		try {
			return new Outbox(readTable(last, last));
		} catch {
			return undefined;
		}
	}

	/** Whether n8n stores a first state only if this poll starts an execution. @param isFirst whether there was none that can be used */
	needsExecution(isFirst: boolean): boolean {
		return (isFirst || !this.storage.wasStored) && this.storage.storesOnlyWithExecution;
	}

	/**
	 * After a comparison: its outbox and its state are what memory and n8n keep.
	 * @param origin what the table is about
	 */
	replace(outbox: Outbox, origin: Origin): void {
		const { last } = this;
		this.write(outbox, last, origin, Math.max(Date.now(), revisionOf(last) + 1));
	}

	/**
	 * After a change of the table, such as by an execution that starts now, in the poll or after it. It only counts the revision on,
	 * so that a process that goes on sending, but does not poll any more, never has a later state than one that polls.
	 *
	 * If n8n does not store it with this execution, it does with the next one, or with durable cursors after the next poll. A restart
	 * before that repeats the execution if the list still has the record as it was, and forgets what a late end has told.
	 */
	save(): void {
		const { kept } = this.memory;
		// With durable cursors, n8n starts no execution after the poll if the state has changed since.
		const isTooLate = this.hasEnded && this.isDurable;
		if (kept && !isTooLate)
			this.write(kept.outbox, kept.state, kept.state, kept.state.revision + 1);
	}

	/** Saves what a poll leaves. */
	endPoll(): void {
		this.save();
		this.hasEnded = true;
	}

	/** Replaces what memory and n8n keep, in one step. @param revision of a state that differs from the last one */
	private write(
		outbox: Outbox,
		last: StoredState | undefined,
		origin: Origin,
		revision: number,
	): void {
		const state: StoredState = {
			...origin,
			version: 1,
			revision: revisionOf(last),
			...storeTable(outbox.table),
		};
		if (!isSame(state, last)) state.revision = revision;
		this.memory.kept = { state, outbox };
		this.storage.write(state);
	}
}
