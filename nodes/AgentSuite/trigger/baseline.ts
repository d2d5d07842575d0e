import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { Problem } from '../model/problem';
import type { TriggerSettings } from '../parameters/readTrigger';
import type { Snapshot } from './difference/rows';
import { Outbox } from './outbox/outbox';
import type { Poll } from './kept';
import {
	newestSnapshot,
	partNames,
	readSnapshot,
	type SnapshotOrigin,
	type StoredSnapshot,
} from './snapshot';

/** How a poll relates to what the trigger remembers. */
export type Continuation =
	/** It remembers nothing. */
	| { is: 'first' }
	/** It cannot use what it remembers. */
	| { is: 'startsOver'; why: string }
	/** The list is the same, but the event, its filters, or its own options have changed, so what was undelivered is dropped. */
	| { is: 'otherScope'; known: Snapshot }
	| { is: 'continued'; known: Snapshot };

/** The organization that most records name. The service lists the records of only one. */
export function ownerOf(records: IDataObject[]): string {
	const counts = new Map([['', 0]]);
	for (const { clientOrgId: owner } of records) {
		if (typeof owner === 'string' && owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
	}
	return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** Whether two lists belong to one organization. Unknown if a list names none. */
function compareOwners(one: string, two: string): 'same' | 'different' | 'unknown' {
	if (one === '' || two === '') return 'unknown';
	return one === two ? 'same' : 'different';
}

/**
 * Decides whether the trigger continues, and how.
 * @param latest what the trigger remembers
 * @param current where the records of this poll come from. Its owner is empty if they name none.
 * @throws {Problem} when the same credential has a token of another organization, which is more likely a mistake
 */
export function continuationOf(
	list: WatchedList,
	latest: StoredSnapshot | undefined,
	current: Pick<SnapshotOrigin, 'credential' | 'owner' | 'scope'>,
): Continuation {
	if (latest === undefined) return { is: 'first' };
	const isSameList = (latest.list ?? list.name) === list.name;
	if (!isSameList) return { is: 'startsOver', why: 'the selected event reads another list' };
	const known = readSnapshot(latest, list);
	if (!known) return { is: 'startsOver', why: 'its stored data cannot be read' };
	const owners = compareOwners(latest.owner, current.owner);
	const isSameCredential = latest.credential === current.credential;
	if (owners !== 'same' && !isSameCredential) {
		const why = 'the credential was changed, maybe to another organization';
		return { is: 'startsOver', why };
	}
	if (owners === 'different') {
		throw new Problem({
			kind: 'input',
			message: 'The access token in the credential belongs to another organization than before',
			description:
				'Nothing was returned, and what was not delivered is kept. Paste a token of the earlier organization. To change the organization, select another credential in the trigger.',
			failure: { cause: 'configuration-invalid' },
		});
	}
	return { is: latest.scope === current.scope ? 'continued' : 'otherScope', known };
}

/** What a poll compares its list with. */
export interface Baseline {
	/** What the trigger remembered. */
	latest?: StoredSnapshot;
	/** The snapshot to compare with, if there is one. */
	known?: Snapshot;
	/** Whether records that have not changed are returned, too. */
	includeUnchanged: boolean;
	outbox: Outbox;
	origin: SnapshotOrigin;
}

/** Whether 'Emit Existing' is on. Undefined for an event without it. */
const emitsExisting = ({ event, parameters }: TriggerSettings): boolean | undefined =>
	event.emitExisting === 'option' ? parameters.options.emitExisting === true : undefined;

/** Whether to return unchanged records too. */
function includesUnchanged(
	{ settings, kept, log }: Poll,
	continuation: Continuation,
	latest: StoredSnapshot | undefined,
): boolean {
	const { isLevel = false, list } = settings.event;
	// It returns what is known once more, for example for a field that was added to the CRM.
	const isTurnedOn = emitsExisting(settings) === true && latest?.emitsExisting === false;
	if (isTurnedOn && 'known' in continuation)
		log('info', "'Emit Existing' was turned on, so all records are returned once more");
	// Alert again after a restart, because it might have ended and returned while n8n was down.
	const mightHaveEnded = list.alerts && !kept.latest;
	switch (continuation.is) {
		case 'first':
			return isLevel || emitsExisting(settings) === true;
		case 'startsOver':
			return isLevel;
		case 'otherScope':
			return isLevel || mightHaveEnded || isTurnedOn;
		case 'continued':
			return mightHaveEnded || isTurnedOn;
	}
}

/** Filters as text. The order of the values of a filter says nothing. */
const filtersText = (filters: IDataObject = {}): string =>
	JSON.stringify(filters, (_name, value: unknown) =>
		Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value,
	);

/** What decides which changes the event returns, as text. */
function scopeOf({ event, parameters }: TriggerSettings): string {
	if (event.isLevel) return JSON.stringify([event.event, parameters]);
	const options: Record<string, unknown> = parameters.options;
	const own = (event.options ?? []).map(({ name }) => options[name]);
	return JSON.stringify([event.event, filtersText(parameters.filters), ...own]);
}

const credentialOf = ({ context }: Poll): string =>
	context.getNode().credentials?.agentSuiteApi?.id ?? '';

/** Whether what is remembered is about the same event, filters, and credential. Otherwise the next list decides. */
export const isForSettings = (latest: StoredSnapshot, poll: Poll): boolean =>
	latest.scope === scopeOf(poll.settings) && latest.credential === credentialOf(poll);

/** Number of undelivered records that are stored, even if nothing else can be read. */
function undeliveredIn(latest: StoredSnapshot | undefined): number {
	const lists = [latest?.sent, latest?.unsent];
	return lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

/** What was undelivered before, as far as it still counts. */
function outboxOf(
	{ kept, log }: Poll,
	latest: StoredSnapshot | undefined,
	continuation: Continuation,
): Outbox {
	const live = latest === kept.latest ? kept.outbox : undefined;
	if (continuation.is === 'continued') return live ?? new Outbox(latest);
	const dropped = live?.deliveries.undelivered.length ?? undeliveredIn(latest);
	if (dropped > 0) {
		const why =
			continuation.is === 'startsOver'
				? continuation.why
				: 'another event, filter, or option of the event is selected';
		log('warn', `${why}: ${dropped} undelivered records are dropped`);
	}
	return new Outbox();
}

/** Finds out what to compare the listed records with. */
export function baselineOf(poll: Poll, stored: IDataObject, listed: IDataObject[]): Baseline {
	const { context, settings, kept, log } = poll;
	const { event } = settings;
	const { id: node } = context.getNode();
	const credential = credentialOf(poll);
	const scope = scopeOf(settings);
	const owner = ownerOf(listed);

	const latest = newestSnapshot(kept.latest, stored, node);
	const continuation = continuationOf(event.list, latest, { credential, owner, scope });
	if (continuation.is === 'startsOver') {
		const existing = 'Existing records are treated as already processed.';
		log('warn', `${continuation.why}, so it starts over. ${existing}`);
	}
	const known = 'known' in continuation ? continuation.known : undefined;
	// What a level event returned for other parameters says nothing about these.
	const isComparable = !(event.isLevel && continuation.is === 'otherScope');
	return {
		latest,
		known: isComparable ? known : undefined,
		includeUnchanged: includesUnchanged(poll, continuation, latest),
		outbox: outboxOf(poll, latest, continuation),
		origin: {
			revision: latest?.revision ?? 0,
			list: event.list.name,
			parts: partNames(event.list),
			node,
			credential,
			// An empty list names none, so it stays that of the list before.
			owner: owner || (known && latest?.owner) || '',
			scope,
			emitsExisting: emitsExisting(settings),
		},
	};
}
