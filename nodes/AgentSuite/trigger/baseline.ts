import type { Poll } from './currentPoll';
import { isPerhapsOther, partNames, type Origin } from './origin';
import { Outbox } from './outbox/outbox';
import type { StoredState } from './store';
import { readTable } from './table/table';

/** What a list is compared with, and what the next state is about. */
export interface Baseline {
	/** What the workflow was told. Undefined at a first list. */
	outbox?: Outbox;
	/** Whether it was told of another event, or with other fields or options of it. */
	isOtherScope: boolean;
	/** Whether to return all records, also those of which the workflow was told. */
	includeTold: boolean;
	/** What the next state is about. */
	origin: Origin;
	/** Why there is a last state that cannot be used, and how many undelivered records are dropped with it. */
	startsOver?: { why: string; dropped: number };
}

/** Number of records in a state that the workflow was not told of for certain, as far as it can be read. */
function untoldIn({ knowledge, toldValues, parts }: Partial<StoredState>): number {
	const codes = Buffer.from(String(knowledge ?? ''), 'base64').filter((code) => code !== 0).length;
	const width = (1 + (parts?.length ?? 0)) * Uint32Array.BYTES_PER_ELEMENT;
	return Math.max(codes, Buffer.from(String(toldValues ?? ''), 'base64').length / width);
}

/** The outbox of the last state. Undefined if it cannot be read. */
function outboxOf({ store, settings }: Poll, last: StoredState): Outbox | undefined {
	if (store.outbox) return store.outbox;
	const { list } = settings.event;
	try {
		const isOfList = last.version === 1 && last.parts.join() === partNames(list).join();
		return isOfList ? new Outbox(readTable(last, list)) : undefined;
	} catch {
		return undefined;
	}
}

function whyStartOver(
	last: StoredState,
	current: Origin,
	outbox: Outbox | undefined,
): string | undefined {
	// Damaged data without a name is not another list.
	if (last.list !== undefined && last.list !== current.list)
		return 'the selected event reads another list';
	if (!outbox) return 'its stored data cannot be read';
	return isPerhapsOther(last, current)
		? 'the credential was changed, maybe to another organization'
		: undefined;
}

/**
 * Finds out what to compare a list with.
 * @param current what the list is about
 * @throws {Problem} when the same credential has a token of another organization
 */
export function baselineOf(poll: Poll, current: Origin): Baseline {
	const { store, settings } = poll;
	const { last } = store;
	const { alerts } = settings.event.list;
	const stored = last && outboxOf(poll, last);
	const why = last && whyStartOver(last, current, stored);
	const isOtherScope = last !== undefined && last.scope !== current.scope;
	// What an alert returned for other parameters says nothing about these.
	const outbox = why || (isOtherScope && alerts) ? undefined : stored;
	return {
		outbox,
		isOtherScope,
		// An alert might have ended and begun again while n8n was down.
		includeTold: alerts
			? !outbox || !store.hasCompared
			: emitsExisting(poll, last, why !== undefined),
		// A list that names no organization stays that of the last one.
		origin: current.owner || why ? current : { ...current, owner: last?.owner ?? '' },
		...(last && why && { startsOver: { why, dropped: untoldIn(last) } }),
	};
}

/**
 * Whether 'Emit Existing' returns all records: at the first list, or once it was turned on. Not if a state of this list cannot be
 * used: then nobody has asked for all records again.
 */
function emitsExisting(
	{ settings }: Poll,
	last: StoredState | undefined,
	startsOver: boolean,
): boolean {
	if (!settings.parameters.options.emitExisting) return false;
	const { name } = settings.event.list;
	const isFirst = !last || (last.list ?? name) !== name;
	return isFirst || (!startsOver && last.emitsExisting !== true);
}
