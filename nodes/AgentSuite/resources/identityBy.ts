import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { textOf } from '../model/record';

/** The identity of records that have an ID. Should the service ever leave it out, these fields together identify one. */
export const identityBy =
	(...names: string[]) =>
	(record: IDataObject): string =>
		record.id ? `id ${textOf(record.id)}` : `other ${textOf(names.map((name) => record[name]))}`;

/**
 * A list that has each identity once. A part compares it too, because one hash of 32 bits does not tell 100,000 records apart. As
 * an alternate key, because without one, each edit would make a new record.
 */
export const withUniqueIdentity = (list: Omit<WatchedList, 'hasUniqueIdentity'>): WatchedList => ({
	...list,
	hasUniqueIdentity: true,
	parts: [{ name: 'identity', text: list.identity, isAlternateKey: true }, ...list.parts],
});
