import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/watchedList';
import { textOf } from '../records/record';

/**
 * A list of records that have an ID, and each identity once.
 * @param otherwise fields that together identify a record, should the service leave out its ID. If one changes, the record is a new one, so
 * best none that users edit
 */
export function listById<PartName extends string>(
	list: Omit<WatchedList<PartName>, 'identity' | 'hasUniqueIdentity'>,
	otherwise: string[],
): WatchedList<PartName | 'identity'> {
	const identity = (record: IDataObject): string => {
		const id = textOf(record.id);
		return id === '' ? `other ${textOf(otherwise.map((name) => record[name]))}` : `id ${id}`;
	};
	return {
		...list,
		identity,
		hasUniqueIdentity: true,
		// By a second hash too, because two of 100,000 records can have the same one. It is an alternate key, so that `match.ts` still
		// finds a record whose other parts have changed.
		parts: [{ name: 'identity', text: identity, isAlternateKey: true }, ...list.parts],
	};
}
