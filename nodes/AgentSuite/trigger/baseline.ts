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
	/** It remembers another list, so this is the first poll of this one. */
	| { is: 'otherList'; why: string }
	/** It cannot use what it remembers of this list. */
	| { is: 'unusable'; why: string }
	/** The list is the same, but the event, its filters, or its own options have changed, so what these do not return is dropped. */
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
 * @param last what the trigger remembers
 * @param current where the records of this poll come from. Its owner is empty if they name none.
 * @throws {Problem} when the same credential has a token of another organization, which is more likely a mistake
 */
export function continuationOf(
	list: WatchedList,
	last: StoredSnapshot | undefined,
	current: Pick<SnapshotOrigin, 'credential' | 'owner' | 'scope'>,
): Continuation {
	if (last === undefined) return { is: 'first' };
	// Damaged data without a name is not another list.
	if (last.list !== undefined && last.list !== list.name)
		return { is: 'otherList', why: 'the selected event reads another list' };
	const known = readSnapshot(last, list);
	if (!known) return { is: 'unusable', why: 'its stored data cannot be read' };
	const owners = compareOwners(last.owner, current.owner);
	const isSameCredential = last.credential === current.credential;
	if (owners !== 'same' && !isSameCredential) {
		const why = 'the credential was changed, maybe to another organization';
		return { is: 'unusable', why };
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
	return { is: last.scope === current.scope ? 'continued' : 'otherScope', known };
}

/** Why undelivered records are dropped if the scope is another one. */
export const OTHER_SCOPE = 'another event, filter, or option of the event is selected';

/** What a poll compares its list with. */
export interface Baseline {
	/** The last snapshot, as stored. */
	last?: StoredSnapshot;
	/** It, decoded, if the list can be compared with it. */
	known?: Snapshot;
	/** Whether records that have not changed are returned, too. */
	includeUnchanged: boolean;
	outbox: Outbox;
	/** Whether the outbox can have records that the settings do not return. */
	isOtherScope: boolean;
	origin: SnapshotOrigin;
}

/** Whether 'Emit Existing' is on. Undefined for an event without it. */
const emitsExisting = ({ event, parameters }: TriggerSettings): boolean | undefined =>
	event.emitExisting === 'option' ? parameters.options.emitExisting === true : undefined;

/** Whether to return unchanged records too. */
function includesUnchanged(
	{ settings, kept, log }: Poll,
	continuation: Continuation,
	last: StoredSnapshot | undefined,
): boolean {
	const { isLevel = false, list } = settings.event;
	const isOn = emitsExisting(settings) === true;
	// It returns what is known once more, for example for a field that was added to the CRM. On an event without it, it was off.
	const isTurnedOn = isOn && last !== undefined && last.emitsExisting !== true;
	if (isTurnedOn && 'known' in continuation)
		log('info', "'Emit Existing' was turned on, so all records are returned once more");
	// Alert again after a restart, because it might have ended and returned while n8n was down.
	const mightHaveEnded = list.alerts && !kept.remembered;
	switch (continuation.is) {
		case 'first':
		case 'otherList':
			return isLevel || isOn;
		case 'unusable':
			// 'Emit Existing' was meant for the first poll of the list. Nobody asked for all records again.
			return isLevel;
		case 'otherScope':
			return isLevel || mightHaveEnded || isTurnedOn;
		case 'continued':
			return mightHaveEnded || isTurnedOn;
	}
}

/** Several values in one order, each once, because their order says nothing. */
const withoutOrder = (value: unknown): unknown =>
	Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value;

/**
 * What decides which changes the event returns, as text: its statuses, or the fields of a level, such as its threshold, and its own
 * options. Other fields and options only decide how a record is returned.
 */
function scopeOf({ event, parameters }: TriggerSettings): string {
	const { status = [], options, ...fields } = parameters;
	const values: Record<string, unknown> = options;
	const selection = JSON.stringify(event.isLevel ? fields : status, (_name, value: unknown) =>
		withoutOrder(value),
	);
	const own = (event.options ?? []).map(({ name }) => withoutOrder(values[name]));
	return JSON.stringify([event.event, selection, ...own]);
}

const credentialOf = ({ context }: Poll): string =>
	context.getNode().credentials?.agentSuiteApi?.id ?? '';

/** Whether what is remembered is about the same event, statuses, and credential. Otherwise the next list decides. */
export const isForSettings = (last: StoredSnapshot, poll: Poll): boolean =>
	last.scope === scopeOf(poll.settings) && last.credential === credentialOf(poll);

/** Number of undelivered records that are stored, even if nothing else can be read. */
function undeliveredIn(last: StoredSnapshot | undefined): number {
	const lists = [last?.sent, last?.unsent];
	return lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

/** What was undelivered before, as far as it still counts. */
function outboxOf(
	{ kept, log }: Poll,
	last: StoredSnapshot | undefined,
	continuation: Continuation,
	known: Snapshot | undefined,
): Outbox {
	// If another main process has stored since, the outbox of this one is out of date.
	const live = last === kept.remembered ? kept.outbox : undefined;
	if (known) return live ?? new Outbox(last);
	const dropped = live?.deliveries.undelivered.length ?? undeliveredIn(last);
	if (dropped > 0) {
		const why = 'why' in continuation ? continuation.why : OTHER_SCOPE;
		log('warn', `${why}: ${dropped} undelivered records are dropped`);
	}
	return new Outbox();
}

/**
 * Finds out what to compare the listed records with. What the trigger remembers has four names:
 *
 * - `stored`: n8n's object
 * - `kept.remembered`: the snapshot in memory, if n8n was not restarted
 * - `last`: the newer of both
 * - `known`: the last one, decoded, if the list can be compared with it
 */
export function baselineOf(poll: Poll, stored: IDataObject, listed: IDataObject[]): Baseline {
	const { context, settings, kept, log } = poll;
	const { event } = settings;
	const { id: node } = context.getNode();
	const credential = credentialOf(poll);
	const scope = scopeOf(settings);
	const owner = ownerOf(listed);

	const last = newestSnapshot(kept.remembered, stored, node);
	const continuation = continuationOf(event.list, last, { credential, owner, scope });
	const includeUnchanged = includesUnchanged(poll, continuation, last);
	if ('why' in continuation) {
		const existing = includeUnchanged ? 'returned' : 'treated as already processed';
		log('warn', `${continuation.why}, so it starts over. Existing records are ${existing}.`);
	}
	const isOtherScope = continuation.is === 'otherScope';
	const readable = 'known' in continuation ? continuation.known : undefined;
	// What a level event returned for other parameters says nothing about these.
	const known = event.isLevel && isOtherScope ? undefined : readable;
	return {
		last,
		known,
		includeUnchanged,
		outbox: outboxOf(poll, last, continuation, known),
		isOtherScope,
		origin: {
			revision: last?.revision ?? 0,
			list: event.list.name,
			parts: partNames(event.list),
			node,
			credential,
			// An empty list names none, so it stays that of the list before. That also holds for a level that is not compared.
			owner: owner || (readable && last?.owner) || '',
			scope,
			emitsExisting: emitsExisting(settings),
		},
	};
}
