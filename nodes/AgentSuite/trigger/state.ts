import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { Problem } from '../model/problem';
import type { TriggerSettings } from '../parameters/readParameters';
import { Deliveries, type StoredDelivery } from './deliver';
import { hashOf } from './difference/encode';
import { readRows, storeRows, type Snapshot, type StoredRows } from './difference/rows';

/** Maximum number of texts to store, and of their length. Others are still compared by hash. */
const [MAX_TEXTS, MAX_LENGTH] = [250, 60];

/** Failing polls are only logged until there were so many in a row, or for so long. Reports repeat after a day, ms. */
const [QUIET_POLLS, QUIET_MS, REMIND_MS] = [3, 15 * 60_000, 24 * 3_600_000];

export interface Origin {
	/** Creation time, ms since 1970. It increases with every snapshot of the trigger. */
	revision: number;
	/** The name of the list, and the IDs of node and credential. */
	list: string;
	node: string;
	credential: string;
	/** The organization, as far as the records name one. */
	owner: string;
	/** The event and its filters. */
	scope: string;
}

/** A snapshot as n8n stores it: plain JSON. */
export interface StoredSnapshot extends Origin {
	version: 1;
	rows: StoredRows;
	literals: string[];
	undelivered?: StoredDelivery[];
}

/** The state of one trigger in this process, in addition to what n8n stores. Times are of a steady clock, ms. */
export interface TriggerProcess {
	/** When the poll in progress has begun, and whether the workflow was published since the last one. */
	busySince?: number;
	isPublished?: boolean;
	/** When the list can be read again, and the parameters that this was computed for. */
	nextRead?: { at: number; parameters: string };
	/** The snapshot of the last poll. Without durable cursors, n8n stores it only together with an execution. */
	latest?: StoredSnapshot;
	deliveries?: Deliveries;
	/** Starts an execution with what is due next, as the last poll did. False if n8n does not report its end. */
	startNext?: () => boolean;
	/** Whether n8n does not report the end of executions, which was logged. It is asked again after a publication. */
	isRefused?: boolean;
	/** Consecutive failed polls: when the first of them failed, ms, and when and for what cause it was last reported. */
	outage?: { since: number; polls: number; reported?: { at: number; what: string } };
}

export interface Poll {
	context: IPollFunctions;
	settings: TriggerSettings;
	kept: TriggerProcess;
	log: Deliveries['log'];
	/** Whether n8n also stores the state of polls without an execution (durable cursors). */
	durable: boolean;
}

/** By workflow and node. All are kept, because a trigger can poll as rarely as once a year. */
export const triggers = new Map<string, TriggerProcess>();

export function processOf(key: string): TriggerProcess {
	const known = triggers.get(key) ?? {};
	triggers.set(key, known);
	return known;
}

export function storeSnapshot(
	snapshot: Snapshot,
	origin: Origin,
	undelivered?: StoredDelivery[],
): StoredSnapshot {
	const texts = [...snapshot.literals.values()].filter((text) => text.length <= MAX_LENGTH);
	const [rows, literals] = [storeRows(snapshot.rows), texts.slice(0, MAX_TEXTS)];
	return { version: 1, ...origin, rows, literals, undelivered };
}

/** Reads what n8n has stored. Undefined if it cannot be read. */
export function readSnapshot(stored: StoredSnapshot, list: WatchedList): Snapshot | undefined {
	try {
		const literals = new Map(stored.literals.map((text) => [hashOf(text), text]));
		const rows = readRows(stored.rows, list);
		new Deliveries(stored.undelivered);
		return stored.version === 1 ? { rows, literals } : undefined;
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
	if (owner !== '' && owner === state.owner) return { known };
	if (state.credential !== credential)
		return { reason: 'the credential was changed, maybe to another organization' };
	if (owner === '' || state.owner === '') return { known };
	throw new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing was returned, and what was not delivered is kept. Paste a token of the earlier organization. To change the organization, select another credential in the trigger.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** The snapshot to continue from: the latest one, unless n8n has stored a newer one. A copy of n8n's own object. */
export function newestSnapshot(
	latest: StoredSnapshot | undefined,
	stored: IDataObject,
	node: string,
): StoredSnapshot | undefined {
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const isOwn = Object.keys(stored).length > 0 && (stored.node ?? node) === node;
	const revision = isOwn ? Number(stored.revision ?? 0) : -1;
	if (latest && latest.revision >= revision) return latest;
	return isOwn ? ({ ...stored } as unknown as StoredSnapshot) : undefined;
}

export function isSame(left: StoredSnapshot, right: StoredSnapshot | undefined): boolean {
	const names = Object.keys({ ...right, ...left }) as Array<keyof StoredSnapshot>;
	return names.every(
		(name) =>
			left[name] === right?.[name] || JSON.stringify(left[name]) === JSON.stringify(right?.[name]),
	);
}

/** Replaces what the process and n8n keep, in one step. `next` still has the revision of the last snapshot. */
export function remember(
	kept: TriggerProcess,
	stored: IDataObject,
	next: StoredSnapshot,
	last: StoredSnapshot | undefined,
): void {
	const isNew = !isSame(next, last);
	const revision = isNew ? Math.max(Date.now(), next.revision + 1) : next.revision;
	kept.latest = { ...next, revision };
	if (stored.revision === revision) return;
	for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
	Object.assign(stored, kept.latest);
}

/** Stores what was delivered since the last read. Without durable cursors, n8n does so with the next execution. */
export function rememberDeliveries(kept: TriggerProcess, stored: IDataObject): void {
	const { latest, deliveries } = kept;
	if (latest) remember(kept, stored, { ...latest, undelivered: deliveries?.store() }, latest);
}

/**
 * Counts a failed poll in `kept.outage`.
 * @returns the error to report, if any. A failure that needs a user, such as a revoked token, is reported immediately,
 * others once they have lasted. Reports repeat once a day.
 */
export function problemToReport(kept: TriggerProcess, problem: Problem, now: number) {
	const outage = (kept.outage ??= { since: now, polls: 0 });
	outage.polls++;
	const { since, polls, reported } = outage;
	const { isTemporary, kind, status, headline, detail, description } = problem;
	const lasts = !isTemporary || polls > QUIET_POLLS || now - since >= QUIET_MS;
	// Temporary failures count as one outage, even if they differ: first no response, then a 503.
	const what = isTemporary ? 'temporary' : `${kind} ${status ?? ''}`;
	const told = reported?.what === what && now - reported.at < REMIND_MS;
	if (!lasts || told) return undefined;
	outage.reported = { at: now, what };
	if (polls === 1) return problem;
	return problem.with({
		message: `${headline} (no successful poll since ${new Date(since).toISOString()}, ${polls} attempts)`,
		detail,
		description: `${description} The next successful poll returns what has changed since the last one.`,
	});
}
