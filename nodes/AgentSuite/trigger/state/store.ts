import { lastStateOf, revisionOf, type Kept, type LastState, type StoredState } from './lastState';
import { isSameState, type N8nStorage } from '../n8n/n8nStorage';
import type { Origin } from './origin';
import type { Outbox } from '../outbox/outbox';
import { storeTable } from '../table/storedTable';

/** Where a poll leaves the state. */
type Storage = N8nStorage<StoredState>;

/** The state of a trigger, for as long as n8n runs: what this process keeps, and writes where n8n stores it. */
export class Store {
	/** Undefined until this process has compared a list, and if another one has stored a later state. */
	private kept?: Kept;
	private hasComparedOne = false;

	/** Whether this process has compared a list. */
	get hasCompared(): boolean {
		return this.hasComparedOne;
	}

	/** What this process has compared, so it can be sent. */
	get outbox(): Outbox | undefined {
		return this.kept?.outbox;
	}

	/** A poll begins, while nothing is sent. @returns what it goes on from. What this process keeps is dropped if it is not that */
	load(storage: Storage): LastState {
		const last = lastStateOf(storage.state, this.kept);
		if (last.from !== 'kept') this.kept = undefined;
		return last;
	}

	/**
	 * After a comparison.
	 * @param last what the poll has gone on from
	 * @param origin what the table is about
	 */
	replace(outbox: Outbox, { state }: LastState, origin: Origin, storage: Storage): void {
		this.hasComparedOne = true;
		// If something has changed. Otherwise `write` keeps it, so that processes that take turns to poll go on by what each of them keeps.
		const revision = Math.max(Date.now(), revisionOf(state) + 1);
		this.write(outbox, state, origin, revision, storage);
	}

	/**
	 * Before an execution starts, in the poll or after it, and when the poll ends: stores what executions have told since the list. It only
	 * counts the revision on, so that a process that goes on sending, but does not poll any more, has no later state than one whose list has
	 * changed it since.
	 *
	 * If n8n does not store it with this execution, it does with the next one, or with durable cursors after the next poll. A restart
	 * before that repeats the execution if the list still has the record as it was, and forgets what a late end has told.
	 *
	 * @param storage of the last poll that sends
	 */
	save(storage: Storage): void {
		// Without a comparison in this process, there is nothing to add to what n8n has stored.
		if (!this.kept) return;
		const { outbox, state } = this.kept;
		this.write(outbox, state, state, state.revision + 1, storage);
	}

	/** Saves what a poll leaves. */
	endPoll(storage: Storage): void {
		this.save(storage);
		storage.endPoll();
	}

	/** All goes again, also what waits for a person. */
	beginAnew(): void {
		this.kept?.outbox.beginAnew();
	}

	/** @param revision of a state that differs from the last one */
	private write(
		outbox: Outbox,
		last: StoredState | undefined,
		origin: Origin,
		revision: number,
		storage: Storage,
	): void {
		const state: StoredState = {
			...origin,
			version: 1,
			revision: revisionOf(last),
			...storeTable(outbox.table),
		};
		if (!isSameState(state, last)) state.revision = revision;
		this.kept = { state, outbox };
		storage.write(state);
	}
}
