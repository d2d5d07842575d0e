import type { TriggerSettings } from '../../parameters/readTrigger';
import { relationOf, type Origin, type Relation } from './origin';
import type { Store } from './store';
import type { Outbox } from '../outbox/outbox';
import type { ReturnAll } from '../table/decide';

/** What a list is compared with, and what the next state is about. */
export interface Baseline {
	/** What has changed since the last state, if there is one that can be read. */
	relation: Relation | 'none' | 'unreadable';
	/** What the workflow was told, and what is due. Undefined for a first list, which is compared with nothing. */
	outbox?: Outbox;
	/** How to return all records, also those of which the workflow was told, if so. */
	returnAll?: ReturnAll;
	/** What the next state is about. */
	origin: Origin;
	/** Number of undelivered records that are dropped with a state that is not used, if that is known. */
	dropped: number;
}

/** With these, there is a last state, and it is not used. */
const STARTS_OVER: ReadonlyArray<Baseline['relation']> = [
	'unreadable',
	'otherParts',
	'otherList',
	'otherCredential',
];

/**
 * What to compare a list with:
 *
 *     the last state                  is compared             records that match as new ones are returned
 *     none                            no: it is a first list  of an alert, or with 'Emit Existing'
 *     unreadable, otherParts          no: the same            of an alert
 *     otherList                       no: the same            of an alert, or with 'Emit Existing'
 *     otherCredential                 no: the same            of an alert, or once 'Emit Existing' is turned on
 *     otherScope                      yes, but of no alert    the same
 *     same, otherOrganization         yes                     the same, but of an alert only if this process has compared no list yet
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
	const known = last.outbox ? relationOf(last.state, current) : 'unreadable';
	const relation = state ? known : 'none';
	const startsOver = STARTS_OVER.includes(relation);
	// What an alert returned for other parameters says nothing about these.
	const isOtherAlert = alerts && relation === 'otherScope';
	const outbox = startsOver || isOtherAlert ? undefined : last.outbox;
	// After a restart, it might have ended and begun again meanwhile.
	const repeated = !outbox || !hasCompared ? 'repeatAlerts' : undefined;
	const existing = emitsExisting(settings, relation, state) ? 'emitExisting' : undefined;
	return {
		relation,
		outbox,
		returnAll: alerts ? repeated : existing,
		origin: startsOver ? current : withUnknown(current, state),
		dropped: startsOver ? (last.outbox?.table.open.size ?? 0) : 0,
	};
}

/** What this poll does not tell stays: an empty list names no organization, and not each event has 'Emit Existing'. */
const withUnknown = (current: Origin, last: Origin | undefined): Origin => ({
	...current,
	owner: current.owner || (last?.owner ?? ''),
	emitsExisting: current.emitsExisting ?? last?.emitsExisting,
});

/**
 * Whether 'Emit Existing' returns all records: at the first list, or once it was turned on. If a state cannot be read, nobody has asked for
 * all records again.
 */
function emitsExisting(
	{ parameters }: TriggerSettings,
	relation: Baseline['relation'],
	last: Origin | undefined,
): boolean {
	if (!parameters.options.emitExisting) return false;
	if (relation === 'unreadable' || relation === 'otherParts') return false;
	return relation === 'none' || relation === 'otherList' || last?.emitsExisting !== true;
}
