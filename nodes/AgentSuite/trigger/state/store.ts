import { lastStateOf, revisionOf, type Kept, type LastState, type StoredState } from './lastState';
import type { N8nStorage } from '../n8n/n8nStorage';
import type { Origin } from './origin';
import type { Outbox } from '../outbox/outbox';
import { storeTable } from '../table/storedTable';

/** Compares values of a state: texts, numbers, and lists of texts. */
function isEqual(left: unknown, right: unknown): boolean {
	if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
	return left.length === right.length && left.every((entry, at) => entry === right[at]);
}

function isSame(left: StoredState, right: StoredState | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredState>;
	return names.every((name) => isEqual(left[name], right?.[name]));
}

/** What this process has of the state of a trigger. */
export interface InMemory {
	/** What it has compared last. Undefined until it has compared a list, and if another process has stored a later state. */
	kept?: Kept;
	/** Whether it has compared a list. */
	hasCompared: boolean;
}

/** What a poll, and the executions that go on as it sends, leave in memory and in n8n. */
export class Store {
	/** What the poll goes on from. */
	readonly last: LastState;
	/** Whether what it has compared is a first list. Undefined if it has compared none. */
	private isFirst?: boolean;

	/** A poll begins, while nothing is sent. */
	constructor(
		private readonly memory: InMemory,
		private readonly storage: N8nStorage<StoredState>,
	) {
		this.last = lastStateOf(storage.state, memory.kept);
		if (this.last.from !== 'kept') memory.kept = undefined;
	}

	/** What is due, as far as it can be sent: this process has compared it. */
	get outbox(): Outbox | undefined {
		return this.memory.kept?.outbox;
	}

	/** Whether n8n has durable cursors. */
	get isDurable(): boolean {
		return this.storage.isDurable;
	}

	/** Whether n8n stores what the poll has compared, as the first state, only if it starts an execution. */
	get needsExecution(): boolean {
		return this.isFirst !== undefined && this.storage.needsExecution(this.isFirst);
	}

	/**
	 * After a comparison: its outbox and its state are what memory and n8n keep.
	 * @param origin what the table is about
	 * @param isFirst whether there was none before that can be used
	 */
	replace(outbox: Outbox, origin: Origin, isFirst: boolean): void {
		const { state } = this.last;
		this.isFirst = isFirst;
		this.memory.hasCompared = true;
		// The same revision if nothing has changed, so that processes that take turns to poll go on by what each of them keeps.
		this.write(outbox, state, origin, Math.max(Date.now(), revisionOf(state) + 1));
	}

	/**
	 * Before an execution starts, in the poll or after it, and when the poll ends: stores what executions have told since the list. It only
	 * counts the revision on, so that a process that goes on sending, but does not poll any more, has no later state than one whose list has
	 * changed it since.
	 *
	 * If n8n does not store it with this execution, it does with the next one, or with durable cursors after the next poll. A restart
	 * before that repeats the execution if the list still has the record as it was, and forgets what a late end has told.
	 */
	save(): void {
		const { kept } = this.memory;
		// Without a comparison in this process, there is nothing to add to what n8n has stored. What is too late, the next poll stores.
		if (!kept || this.storage.isTooLate) return;
		const { outbox, state } = kept;
		this.write(outbox, state, state, state.revision + 1);
	}

	/** Saves what the poll leaves. */
	endPoll(): void {
		this.save();
		this.storage.endPoll();
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
