import type { TriggerSettings } from '../../parameters/readTrigger';
import { isOtherScope, UNREADABLE, whyStartOver, type Origin } from './origin';
import type { Store } from './store';
import type { Outbox } from '../outbox/outbox';
import type { ReturnAll } from '../table/decide';

/** What a list is compared with, and what the next state is about. */
export interface Baseline {
	/** What the workflow was told, and what is due. Undefined for a first list, which is compared with nothing. */
	outbox?: Outbox;
	/** Whether it was told of another event, or with other fields or options of it. */
	isOtherScope: boolean;
	/** How to return all records, also those of which the workflow was told, if so. */
	returnAll?: ReturnAll;
	/** What the next state is about. */
	origin: Origin;
	/** Why there is a last state that is not used, and how many undelivered records are dropped with it, if that is known. */
	startsOver?: { why: string; dropped: number };
}

/**
 * What to compare a list with:
 *
 *     the last state                        is compared             records that match as new ones are returned
 *     none                                  no: it is a first list  of an alert, or with 'Emit Existing'
 *     cannot be read                        no: the same            of an alert
 *     starts over                           no: the same            of an alert, or with 'Emit Existing' for another list, or once that is
 *                                                                   turned on
 *     is of an alert with other fields      no: the same            always
 *     is of another event, field, option    yes, in another scope   once 'Emit Existing' is turned on
 *     any other                             yes                     the same, and of an alert if this process has compared no list yet
 *
 * @param current what the list is about
 */
export function baselineOf(
	{ last, hasCompared }: Pick<Store, 'last' | 'hasCompared'>,
	settings: TriggerSettings,
	current: Origin,
): Baseline {
	const { alerts } = settings.event.list;
	const { state } = last;
	const why = state && (last.outbox ? whyStartOver(state, current) : UNREADABLE);
	const hasOtherScope = state !== undefined && isOtherScope(state, current);
	// What an alert returned for other parameters says nothing about these.
	const outbox = why || (hasOtherScope && alerts) ? undefined : last.outbox;
	// After a restart, it might have ended and begun again meanwhile.
	const repeated = !outbox || !hasCompared ? 'repeatAlerts' : undefined;
	const existing = emitsExisting(settings, state, why !== UNREADABLE) ? 'emitExisting' : undefined;
	return {
		outbox,
		isOtherScope: hasOtherScope,
		returnAll: alerts ? repeated : existing,
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
 * Whether 'Emit Existing' returns all records: at the first list, or once it was turned on. If a state of this list cannot be read,
 * nobody has asked for all records again.
 */
function emitsExisting(
	{ event, parameters }: TriggerSettings,
	last: Origin | undefined,
	isReadable: boolean,
): boolean {
	if (!parameters.options.emitExisting) return false;
	const { name } = event.list;
	const isFirst = !last || (last.list ?? name) !== name;
	return isFirst || (isReadable && last.emitsExisting !== true);
}
