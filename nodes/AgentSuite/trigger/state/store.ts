import { lastStateOf, stateAfter, type Kept, type LastState, type StoredState } from './lastState';
import type { N8nStorage } from '../n8n/n8nStorage';
import type { Origin } from './origin';
import type { Outbox } from '../outbox/outbox';

/** Where a poll leaves the state. */
type Storage = N8nStorage<StoredState>;

/** The state of a trigger, for as long as n8n runs: what this process keeps, and writes where n8n stores it. */
export class Store {
	/** Undefined until this process has compared a list, and if another one has stored a later state. */
	private kept?: Kept;
	private hasComparedOne = false;
	/** Of the last poll. */
	private storage?: Storage;

	/** Whether this process has compared a list. */
	get hasCompared(): boolean {
		return this.hasComparedOne;
	}

	/** What this process has compared, so it can be sent. */
	get outbox(): Outbox | undefined {
		return this.kept?.outbox;
	}

	/**
	 * A poll begins, while nothing is sent. What this process keeps is dropped if another one has stored a later state.
	 * @returns what the poll goes on from
	 */
	beginPoll(storage: Storage): LastState {
		this.storage = storage;
		const last = lastStateOf(storage.state, this.kept);
		if (last.from !== 'kept') this.kept = undefined;
		return last;
	}

	/**
	 * After a comparison.
	 * @param last what the poll has gone on from
	 * @param origin what the table is about
	 */
	replace(outbox: Outbox, { state }: LastState, origin: Origin): void {
		this.hasComparedOne = true;
		this.keep(outbox, stateAfter(state, origin, outbox.table, Date.now()));
	}

	/**
	 * Before an execution starts, in the poll or after it, and when the poll ends: stores what executions have told since the list.
	 *
	 * If n8n does not store it with this execution, it does with the next one, or with durable cursors after the next poll. A restart
	 * before that repeats the execution if the list still has the record as it was, and forgets what a late end has told.
	 */
	save(): void {
		// Without a comparison in this process, there is nothing to add to what n8n has stored.
		if (!this.kept) return;
		const { outbox, state } = this.kept;
		this.keep(outbox, stateAfter(state, state, outbox.table));
	}

	/** Saves what a poll leaves, however it ends. */
	endPoll(): void {
		this.save();
		this.storage?.endPoll();
	}

	/** All goes again, also what waits for a person. */
	beginAnew(): void {
		this.kept?.outbox.beginAnew();
	}

	private keep(outbox: Outbox, state: StoredState): void {
		this.kept = { state, outbox };
		this.storage?.write(state);
	}
}
