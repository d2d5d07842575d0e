import type { IDataObject, IPollFunctions } from 'n8n-workflow';

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

const nextRevision = (last: StoredState | undefined): number => (last?.revision ?? 0) + 1;

/** The state of a trigger in one poll: what this process keeps of it, and n8n's object for it. Nothing else reads or writes that. */
export class Store {
	/**
	 * Whether n8n has durable cursors. That decides when it stores a state that has changed:
	 *
	 *     n8n polls with          its object for the state   with an execution                after a poll that starts none
	 *     timers                  the same in each poll      that starts in a poll or later   only at an activation
	 *     its scheduler           a copy for each poll       the same, with the states of     only at an activation
	 *                                                        all triggers of the workflow
	 *     it and durable cursors  a copy for each poll       that starts in the poll          except at an activation
	 */
	readonly isDurable: boolean;
	/** Whether n8n stores the state also if this poll starts no execution. */
	private readonly storesWithoutExecution: boolean;
	/** Whether n8n had a state of this node when the poll began. Not after a rename, or if it could not store the first one. */
	private readonly wasStored: boolean;
	/** n8n's object. It can only be asked for within a poll. */
	private readonly stored: IDataObject;
	private readonly node: string;
	private hasEnded = false;

	/** @param isActivation whether n8n has just activated the workflow */
	constructor(
		context: IPollFunctions,
		private readonly memory: { kept?: Kept },
		isActivation: boolean,
	) {
		this.stored = context.getWorkflowStaticData('node');
		this.node = context.getNode().id;
		// Otherwise, n8n notes in its object whether to save it with the next execution.
		this.isDurable = !('__dataChanged' in this.stored);
		this.storesWithoutExecution = this.isDurable ? !isActivation : isActivation;
		this.wasStored = this.storedState !== undefined;
	}

	/** The state that n8n has stored. It stores by the name of the node, so it can be that of an earlier node of the same name. */
	private get storedState(): StoredState | undefined {
		const { stored, node } = this;
		const isOwn = Object.keys(stored).length > 0 && (stored.node ?? node) === node;
		// A copy, because n8n's object is changed in place.
		return isOwn ? ({ ...stored } as unknown as StoredState) : undefined;
	}

	/** What is kept in memory, unless another main process has stored a later state since. */
	private get latestKept(): Kept | undefined {
		const { kept } = this.memory;
		const storedRevision = Number(this.storedState?.revision ?? 0);
		return kept && kept.state.revision >= storedRevision ? kept : undefined;
	}

	/** The last state, and what it is about. */
	get last(): StoredState | undefined {
		return this.latestKept?.state ?? this.storedState;
	}

	/** The outbox of the last state. Undefined if it is not in memory. */
	get outbox(): Outbox | undefined {
		return this.latestKept?.outbox;
	}

	/** The same, or else read from the last state. Undefined if that cannot be read. */
	readOutbox(): Outbox | undefined {
		const { outbox, storedState } = this;
		if (outbox || storedState?.version !== 1) return outbox;
		try {
			return new Outbox(readTable(storedState, storedState));
		} catch {
			return undefined;
		}
	}

	/** Whether this process has compared a list before. */
	get hasCompared(): boolean {
		return this.memory.kept !== undefined;
	}

	/** Whether n8n stores the state only if this poll starts an execution. @param isFirst whether there was no state that can be used */
	needsExecution(isFirst: boolean): boolean {
		return (isFirst || !this.wasStored) && !this.storesWithoutExecution;
	}

	/** The revision of the last state if another process has stored it, or this one before a restart. Otherwise 0. */
	get othersRevision(): number {
		return this.latestKept ? 0 : Number(this.storedState?.revision ?? 0);
	}

	/**
	 * After a comparison: its outbox and its state are what memory and n8n keep.
	 * @param origin what the table is about
	 */
	replace(outbox: Outbox, origin: Origin): void {
		const { last } = this;
		this.write(outbox, last, origin, Math.max(Date.now(), nextRevision(last)));
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
			this.write(kept.outbox, kept.state, kept.state, nextRevision(kept.state));
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
		const { stored } = this;
		const next: StoredState = {
			...origin,
			version: 1,
			revision: last?.revision ?? 0,
			...storeTable(outbox.table),
		};
		if (!isSame(next, last)) next.revision = revision;
		this.memory.kept = { state: next, outbox };
		// n8n stores its object once anything was assigned, even if it is the same.
		if (stored.revision === next.revision) return;
		for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
		Object.assign(stored, next);
	}
}
