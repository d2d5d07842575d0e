import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { Problem } from '../model/problem';
import { Deliveries } from './deliver';
import { literalsInUse } from './difference/encode';
import { hashOf } from './difference/hash';
import {
	emptyRows,
	emptySnapshot,
	listedIn,
	readRows,
	storeRows,
	type Snapshot,
	type StoredRows,
} from './difference/rows';

/** What a snapshot belongs to: the name of the list, the IDs of node and credential, and the following. */
export interface Origin extends Record<'list' | 'node' | 'credential', string> {
	/** Creation time, ms since 1970. It increases with every snapshot of the trigger. */
	revision: number;
	/** The organization, as far as the records name one. */
	owner: string;
	/** A hash of the event and its filters. */
	scope: number;
}

/** A snapshot as n8n stores it: plain JSON. */
export interface StoredSnapshot extends Origin, Omit<Snapshot, 'rows' | 'literals'> {
	version: 1;
	rows: StoredRows;
	literals: string[];
	/** What has not been delivered, as `Deliveries.store` returns it. */
	undelivered?: StoredRows;
}

export function storeSnapshot(
	list: WatchedList,
	{ rows, literals, otherFields }: Snapshot,
	origin: Origin,
	deliveries?: Deliveries,
): StoredSnapshot {
	const texts = [...literalsInUse(list, rows, literals, deliveries?.values).values()];
	const undelivered = deliveries?.store();
	return {
		version: 1,
		...origin,
		rows: storeRows(rows),
		literals: texts,
		otherFields,
		undelivered,
	};
}

/** Whether two stored snapshots are equal. */
export function isSame(left: StoredSnapshot, right: StoredSnapshot | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredSnapshot>;
	return names.every(
		(name) =>
			left[name] === right?.[name] || JSON.stringify(left[name]) === JSON.stringify(right?.[name]),
	);
}

/** Reads what n8n has stored. Undefined if it cannot be read. */
export function readSnapshot(stored: StoredSnapshot, list: WatchedList): Snapshot | undefined {
	try {
		const literals = new Map(stored.literals.map((text) => [hashOf(text), text]));
		const rows = readRows(stored.rows, emptyRows(list).length);
		new Deliveries(list.parts.length, stored.undelivered);
		const snapshot = { rows, literals, otherFields: [...stored.otherFields] };
		return stored.version === 1 ? snapshot : undefined;
	} catch {
		return undefined;
	}
}

/** The organization that most records name. The service lists the records of only one. */
export function ownerOf(records: IDataObject[]): string {
	const counts = new Map([['', 0]]);
	for (const { clientOrgId: owner } of records)
		if (typeof owner === 'string' && owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
	return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/**
 * Chooses the snapshot to compare with.
 * @param owner the organization of the current records, if any
 * @returns the snapshot, or the reason why the stored one cannot be used. Neither if there never was one.
 * @throws {Problem} when the same credential has a token of another organization, which is more likely a mistake
 */
export function usableSnapshot(
	list: WatchedList,
	state: StoredSnapshot | undefined,
	credential: string,
	owner: string,
): { known?: Snapshot; reason?: string } {
	if (state === undefined) return {};
	if ((state.list ?? list.name) !== list.name)
		return { reason: 'the selected event reads another list' };
	const known = readSnapshot(state, list);
	if (!known) return { reason: 'its stored data cannot be read' };
	if (owner === '' || state.owner === '')
		return state.credential === credential ? { known } : { reason: 'the credential was changed' };
	if (owner === state.owner) return { known };
	if (state.credential !== credential)
		return { reason: 'the credential belongs to another organization' };
	// If the list was empty so far, all records are new.
	if (listedIn(known.rows) === 0) return { known: emptySnapshot(list) };
	throw new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing was returned, and what was not delivered is kept. Paste a token of the earlier organization. To change the organization, select another credential in the trigger.',
		failure: { cause: 'configuration-invalid' },
	});
}
