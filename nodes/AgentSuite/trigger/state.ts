import type { WatchedList } from '../model/event';
import type { StoredTable } from './table/table';

/** What a table is about. */
export interface Origin {
	/** The name of the list, and the IDs of node and credential. */
	list: string;
	/** The names of its parts, in the order of their columns. A release can compare others, or in another order. */
	parts: string[];
	node: string;
	credential: string;
	/** The organization, as far as the records name one. */
	owner: string;
	/** The event with its fields and options, as far as these decide what it returns. */
	scope: string;
	/** Whether 'Emit Existing' was on. Undefined for an event without it. */
	emitsExisting?: boolean;
}

/** All that n8n stores of a trigger: plain JSON. */
export interface StoredState extends Origin, StoredTable {
	version: 1;
	/**
	 * When the list was read, ms since 1970, and one more for each state after that. It increases with every state of the trigger in
	 * a process. Of two processes, that of the one that has read later is higher.
	 */
	revision: number;
}

export const partNames = ({ parts }: WatchedList): string[] => parts.map(({ name }) => name);
