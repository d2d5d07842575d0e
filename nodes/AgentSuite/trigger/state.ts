import type { IDataObject } from 'n8n-workflow';

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
	/** When it was made, ms since 1970. It increases with every state of the trigger. */
	revision: number;
}

export const partNames = ({ parts }: WatchedList): string[] => parts.map(({ name }) => name);

/**
 * Whether n8n also stores the state of polls without an execution (durable cursors).
 * @param stored n8n's object. With durable cursors, it is a plain copy for this poll. Otherwise it is the object in the memory of
 * n8n, which notes in `__dataChanged` whether to save it with the next execution.
 */
export const isDurable = (stored: IDataObject): boolean => !('__dataChanged' in stored);

/** The last state of the trigger: the one in memory, unless n8n has stored a newer one. @param stored n8n's object */
export function newestState(
	inMemory: StoredState | undefined,
	stored: IDataObject,
	node: string,
): StoredState | undefined {
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const isOwn = Object.keys(stored).length > 0 && (stored.node ?? node) === node;
	const revision = isOwn ? Number(stored.revision ?? 0) : -1;
	if (inMemory && inMemory.revision >= revision) return inMemory;
	// A copy, because n8n's own object is changed in place.
	return isOwn ? ({ ...stored } as unknown as StoredState) : undefined;
}
