import type { Poll } from './currentPoll';
import { isPerhapsOther, partNames, type Origin } from './origin';
import { Outbox } from './outbox/outbox';
import type { StoredState } from './store';
import { readTable } from './table/table';

/** What a list is compared with. */
export type Baseline =
	/** Nothing: it is the first list. */
	| { is: 'first' }
	/** Nothing: the last state cannot be used. So many undelivered records of it are dropped. */
	| { is: 'startOver'; why: string; dropped: number }
	/** What the workflow was told, perhaps of another event, or with other fields or options of it. */
	| { is: 'known'; outbox: Outbox; isOtherScope: boolean };

const FIRST: Baseline = { is: 'first' };

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

/**
 * Finds out what to compare a list with.
 * @param current what the list is about
 * @throws {Problem} when the same credential has a token of another organization
 */
export function baselineOf(poll: Poll, current: Origin): Baseline {
	const { last } = poll.store;
	if (!last) return FIRST;
	const startOver = (why: string): Baseline => ({
		is: 'startOver',
		why,
		dropped: untoldIn(last),
	});
	// Damaged data without a name is not another list.
	if (last.list !== undefined && last.list !== current.list)
		return startOver('the selected event reads another list');
	const outbox = outboxOf(poll, last);
	if (!outbox) return startOver('its stored data cannot be read');
	if (isPerhapsOther(last, current))
		return startOver('the credential was changed, maybe to another organization');
	const isOtherScope = last.scope !== current.scope;
	// What an alert returned for other parameters says nothing about these.
	return isOtherScope && poll.settings.event.list.alerts
		? FIRST
		: { is: 'known', outbox, isOtherScope };
}

/**
 * Whether to return all records, also those of which the workflow was told:
 *
 * - of an alert: whenever it begins, also after a restart, because it might have ended and returned while n8n was down
 * - with 'Emit Existing': at the first list, or once it was turned on. Not if a state of this list cannot be used: then nobody
 *   has asked for all records again.
 */
export function includesTold({ settings, store }: Poll, { is }: Baseline): boolean {
	const { list } = settings.event;
	if (list.alerts) return is !== 'known' || !store.hasCompared;
	if (!settings.parameters.options.emitExisting) return false;
	const { last } = store;
	if (!last || (last.list ?? list.name) !== list.name) return true;
	return is !== 'startOver' && last.emitsExisting !== true;
}

/**
 * What the next state is about.
 * @param current what the list is about. One that names no organization stays that of the last one.
 */
export function nextOrigin({ store }: Poll, { is }: Baseline, current: Origin): Origin {
	if (current.owner || is === 'startOver') return current;
	return { ...current, owner: store.last?.owner ?? '' };
}
