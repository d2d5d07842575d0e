import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../model/event';
import { Problem } from '../model/problem';
import { count } from '../model/words';
import type { TriggerSettings } from '../parameters/readTrigger';
import type { Memory, Poll } from './memory';
import { Outbox } from './outbox/outbox';
import { newestState, partNames, type Origin, type StoredState } from './state';
import { readTable } from './table/table';

/** The organization that most records name. The service lists the records of only one. */
function ownerOf(records: IDataObject[]): string {
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

/** What a poll compares its list with, in three cases: nothing, what the workflow was told, or that with another scope. */
export interface Baseline {
	/** The newest state, if there is one. */
	last?: StoredState;
	/** Undefined at the first list. */
	outbox?: Outbox;
	/** Whether to return all records once more, or of the first list. */
	includeTold: boolean;
	/** Whether the event, its fields, or its own options have changed. */
	isOtherScope: boolean;
	/** What the next state is about. */
	origin: Origin;
}

/**
 * Why the list is compared with nothing although there is a state. Undefined if the state can be used.
 * @throws {Problem} when the same credential has a token of another organization, which is more likely a mistake
 */
function whyStartOver(
	last: Pick<Origin, 'list' | 'owner' | 'credential'>,
	current: Pick<Origin, 'list' | 'owner' | 'credential'>,
	isReadable: boolean,
): string | undefined {
	// Damaged data without a name is not another list.
	if (last.list !== undefined && last.list !== current.list)
		return 'the selected event reads another list';
	if (!isReadable) return 'its stored data cannot be read';
	const owners = compareOwners(last.owner, current.owner);
	const isSameCredential = last.credential === current.credential;
	if (owners !== 'same' && !isSameCredential)
		return 'the credential was changed, maybe to another organization';
	if (owners !== 'different') return undefined;
	throw new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing of it was returned, and what was not delivered before still comes. Paste a token of the earlier organization. To change the organization, select another credential in the trigger.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** The outbox of a state. Undefined if it is that of another list, or cannot be read. */
function outboxOf(last: StoredState, list: WatchedList, memory: Memory): Outbox | undefined {
	// If another main process has stored since, the outbox of this one is out of date.
	if (last === memory.state && last.list === list.name) return memory.outbox;
	try {
		const isOfList = last.version === 1 && last.parts.join() === partNames(list).join();
		return isOfList ? new Outbox(readTable(last, list)) : undefined;
	} catch {
		return undefined;
	}
}

/** Number of records in a state that the workflow was not told of for certain, as far as it can be read. */
function untoldIn({ knowledge, toldValues, parts }: Partial<StoredState>): number {
	const codes = Buffer.from(String(knowledge ?? ''), 'base64').filter((code) => code !== 0).length;
	const width = (1 + (parts?.length ?? 0)) * Uint32Array.BYTES_PER_ELEMENT;
	return Math.max(codes, Buffer.from(String(toldValues ?? ''), 'base64').length / width);
}

/** Several values in one order, each once, because their order says nothing. */
const withoutOrder = (value: unknown): unknown =>
	Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value;

/** Some of the properties of an object. */
const pick = (from: object, names: string[]) =>
	Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** What decides which records the event returns, as text: the event, its fields, and its own options. */
function scopeOf({ event, parameters }: TriggerSettings): string {
	const { options, ...fields } = parameters;
	const ownOptions = event.options.map(({ name }) => name);
	const values = { ...fields, options: pick(options, ownOptions) };
	return JSON.stringify({ event: event.event, ...values }, (_name, value: unknown) =>
		withoutOrder(value),
	);
}

/** Whether 'Emit Existing' is on. Undefined for an event without it. */
const emitsExisting = ({ event, parameters }: TriggerSettings): boolean | undefined =>
	event.emitExisting === 'option' ? parameters.options.emitExisting === true : undefined;

const credentialOf = ({ context }: Poll): string =>
	context.getNode().credentials?.agentSuiteApi?.id ?? '';

/** Whether a state is about the same event, fields, and credential. Otherwise the next list decides. */
export const isForSettings = (last: StoredState, poll: Poll): boolean =>
	last.scope === scopeOf(poll.settings) && last.credential === credentialOf(poll);

/**
 * Whether to return all records, as 'Emit Existing' says: at the first list, or if it was turned on since. Not if a state of this
 * list cannot be used: then nobody has asked for all records again.
 * @param why what is wrong with the last state
 */
function returnsAll({ settings }: Poll, last: StoredState | undefined, why: string | undefined) {
	if (emitsExisting(settings) !== true) return false;
	const { name } = settings.event.list;
	if (!last || (last.list ?? name) !== name) return true;
	return !why && last.emitsExisting !== true;
}

/** Finds out what to compare the listed records with. @param stored n8n's object */
export function baselineOf(poll: Poll, stored: IDataObject, listed: IDataObject[]): Baseline {
	const { context, settings, memory, log } = poll;
	const { list } = settings.event;
	const { id: node } = context.getNode();
	const last = newestState(memory.state, stored, node);
	const current = {
		list: list.name,
		owner: ownerOf(listed),
		credential: credentialOf(poll),
		scope: scopeOf(settings),
	};
	const isOtherScope = last !== undefined && last.scope !== current.scope;
	const known = last && outboxOf(last, list, memory);
	const why = last && whyStartOver(last, current, known !== undefined);
	// What an alert returned for other parameters says nothing about these.
	const outbox = why || (list.alerts && isOtherScope) ? undefined : known;
	const isAll = returnsAll(poll, last, why);
	if (isAll && outbox)
		log('info', "'Emit Existing' was turned on, so all records are returned once more");
	// Alert again after a restart, because it might have ended and returned while n8n was down.
	const includeTold = isAll || (list.alerts === true && (!outbox || !memory.state));
	if (why) {
		const existing = includeTold ? 'returned' : 'treated as already processed';
		const dropped = last ? untoldIn(last) : 0;
		if (dropped > 0) log('warn', `${why}: ${count(dropped, 'undelivered record')} dropped`);
		log('warn', `${why}, so it starts over. Existing records are ${existing}.`);
	}
	return {
		last,
		outbox,
		includeTold,
		isOtherScope,
		origin: {
			...current,
			parts: partNames(list),
			node,
			// An empty list names none, so it stays that of the list before.
			owner: current.owner || (why ? '' : (last?.owner ?? '')),
			emitsExisting: emitsExisting(settings),
		},
	};
}
