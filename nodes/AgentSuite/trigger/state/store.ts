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

/** What the polls of a trigger leave in memory and in n8n. One for as long as n8n runs. */
export class Store {
	/** What this process keeps. Undefined until it has compared a list, and if another process has stored a later state. */
	private kept?: Kept;
	/** Whether this process has compared a list. */
	hasCompared = false;
	/** Whether what this poll has compared is a first list. Undefined if it has compared none. */
	private isFirst?: boolean;
	/** Of the last poll. */
	private storage?: N8nStorage<StoredState>;

	/** A poll begins, while nothing is sent. @returns what it goes on from */
	beginPoll(storage: N8nStorage<StoredState>): LastState {
		const last = lastStateOf(storage.state, this.kept);
		if (last.from !== 'kept') this.kept = undefined;
		this.isFirst = undefined;
		this.storage = storage;
		return last;
	}

	/** What is due, as far as it can be sent: this process has compared it. */
	get outbox(): Outbox | undefined {
		return this.kept?.outbox;
	}

	/** Whether n8n has durable cursors. */
	get isDurable(): boolean {
		return this.storage?.isDurable === true;
	}

	/** Whether n8n stores what this poll has compared, as the first state, only if it starts an execution. */
	get needsExecution(): boolean {
		return this.isFirst !== undefined && this.storage?.needsExecution(this.isFirst) === true;
	}

	/**
	 * After a comparison: its outbox and its state are what memory and n8n keep.
	 * @param last what the poll has gone on from
	 * @param origin what the table is about
	 * @param isFirst whether there was none before that can be used
	 */
	replace(outbox: Outbox, { state }: LastState, origin: Origin, isFirst: boolean): void {
		this.isFirst = isFirst;
		this.hasCompared = true;
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
		// Without a comparison in this process, there is nothing to add to what n8n has stored.
		if (!this.kept) return;
		// The next poll stores it.
		if (this.storage?.isTooLate) return;
		const { outbox, state } = this.kept;
		this.write(outbox, state, state, state.revision + 1);
	}

	/** Saves what a poll leaves. */
	endPoll(): void {
		this.save();
		this.storage?.endPoll();
	}

	/** All goes again, also what waits for a person: n8n activates the workflow. */
	beginAnew(): void {
		this.kept?.outbox.beginAnew();
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
		this.kept = { state, outbox };
		this.storage?.write(state);
	}
}
