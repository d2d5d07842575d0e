import type { TriggerSettings } from '../../parameters/readTrigger';
import type { Poll } from '../currentPoll';
import { isOtherScope, UNREADABLE, whyStartOver, type Origin } from './origin';
import { Outbox } from '../outbox/outbox';
import type { ReturnAll } from '../table/decide';
import { Table } from '../table/table';

/** What a list is compared with, and what the next state is about. */
export interface Baseline {
	/** What the workflow was told, and what is due. A new one for a first list. */
	outbox: Outbox;
	/** Whether it is a first list, which is compared with nothing. */
	isFirst: boolean;
	/** Whether it was told of another event, or with other fields or options of it. */
	isOtherScope: boolean;
	/** How to return all records, also those of which the workflow was told, if so. */
	returnAll?: ReturnAll;
	/** What the next state is about. */
	origin: Origin;
	/** Why there is a last state that is not used, and how many undelivered records are dropped with it, if that is known. */
	startsOver?: { why: string; dropped: number };
}

/** The outbox to go on with, and why not, if there is a last state that is not used. */
interface Usable {
	outbox?: Outbox;
	why?: string;
}

/** @param current what the list is about, as far as that is known */
function usableOf({ store, settings }: Poll, current: Origin): Usable {
	const { state, outbox } = store.last;
	if (!state) return {};
	const why = outbox ? whyStartOver(state, current) : UNREADABLE;
	// What an alert returned for other parameters says nothing about these.
	const isForOther = settings.event.list.alerts && isOtherScope(state, current);
	return { why, outbox: why || isForOther ? undefined : outbox };
}

/** Whether the next list is a first one. What comes until it is read would count as existing. */
export const isFirstList = (poll: Poll): boolean => !usableOf(poll, poll.origin).outbox;

/** What to compare a list with. @param current what it is about */
export function baselineOf(poll: Poll, current: Origin): Baseline {
	const { store, memory, settings } = poll;
	const { last } = store;
	const { state } = last;
	const { list } = settings.event;
	const { outbox, why } = usableOf(poll, current);
	// After a restart: it might have ended and begun again meanwhile.
	const repeated = !outbox || !memory.kept ? 'repeatAlerts' : undefined;
	const existing = emitsExisting(settings, state, why !== undefined) ? 'emitExisting' : undefined;
	return {
		outbox: outbox ?? new Outbox(Table.empty(list)),
		isFirst: outbox === undefined,
		isOtherScope: state !== undefined && isOtherScope(state, current),
		returnAll: list.alerts ? repeated : existing,
		origin: why ? current : withUnknown(current, state),
		...(why && { startsOver: { why, dropped: last.outbox?.table.open.size ?? 0 } }),
	};
}

/** What this poll does not tell stays: an empty list names no organization, and not each event has 'Emit Existing'. */
const withUnknown = (current: Origin, last: Origin | undefined): Origin => ({
	...current,
	owner: current.owner || (last?.owner ?? ''),
	emitsExisting: current.emitsExisting ?? last?.emitsExisting,
});

/**
 * Whether 'Emit Existing' returns all records: at the first list, or once it was turned on. Not if a state of this list cannot be
 * used: then nobody has asked for all records again.
 */
function emitsExisting(
	{ event, parameters }: TriggerSettings,
	last: Origin | undefined,
	startsOver: boolean,
): boolean {
	if (!parameters.options.emitExisting) return false;
	const { name } = event.list;
	const isFirst = !last || (last.list ?? name) !== name;
	return isFirst || (!startsOver && last.emitsExisting !== true);
}
