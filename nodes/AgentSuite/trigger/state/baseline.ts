import type { WatchedList } from '../../model/watchedList';
import type { TriggerSettings } from '../../parameters/readTrigger';
import { basisOf, RULES, type Basis } from './basis';
import { isOtherOrganization, otherOrganization, type Origin } from './origin';
import type { LastState } from './lastState';
import type { ReturnAll } from '../table/decide';

/** What a poll knows before it reads the list, which alone tells the organization. */
export interface Expectation {
	/** Whether the list may be a first one. What comes until then would count as existing. */
	mayBeFirst: boolean;
	/**
	 * Whether what is due goes while no list is read. Otherwise, it waits for the next one. What was stored before a restart, or by another
	 * process, only goes once it is compared.
	 */
	goesWithoutList: boolean;
}

/** @param origin what the list is going to be about */
export function expectationOf(last: LastState, list: WatchedList, origin: Origin): Expectation {
	const basis = basisOf(last, origin, list.alerts === true);
	return {
		mayBeFirst: RULES[basis].isFirst,
		goesWithoutList: last.from === 'kept' && basis === 'same',
	};
}

/** What a list is compared with, and what the next state is about. */
export interface Baseline {
	basis: Basis;
	/** Whether the list is a first one, which is compared with nothing. */
	isFirst: boolean;
	/** How to return all records, also those of which the workflow was told, if so. */
	returnAll?: ReturnAll;
	/** What the next state is about. */
	origin: Origin;
	/** Number of undelivered records that are dropped with a state that is not used, if that is known. */
	dropped: number;
}

/**
 * @param hasCompared whether this process has compared a list
 * @param current what the list is about
 * @throws {Problem} if it is of another organization
 */
export function baselineOf(
	last: LastState,
	hasCompared: boolean,
	{ event, parameters }: Pick<TriggerSettings, 'event' | 'parameters'>,
	current: Origin,
): Baseline {
	const { list } = event;
	const { state } = last;
	const basis = basisOf(last, current, list.alerts === true);
	const { isFirst, existing } = RULES[basis];
	if (state && !isFirst && isOtherOrganization(state, current)) throw otherOrganization();
	// An alert might have ended and begun again before this process has compared a list.
	const repeated = isFirst || !hasCompared ? 'repeatAlerts' : undefined;
	const isTurnedOn = existing === 'onceTurnedOn' && state?.emitsExisting !== true;
	const isReturned = existing === 'always' || isTurnedOn;
	const returned = parameters.options.emitExisting && isReturned ? 'emitExisting' : undefined;
	return {
		basis,
		isFirst,
		returnAll: list.alerts ? repeated : returned,
		origin: isFirst ? current : withUnknown(current, state),
		dropped: isFirst ? (last.table?.open.size ?? 0) : 0,
	};
}

/** What this poll does not tell stays: an empty list names no organization, and not each event has 'Emit Existing'. */
const withUnknown = (current: Origin, last: Origin | undefined): Origin => ({
	...current,
	owner: current.owner || (last?.owner ?? ''),
	emitsExisting: current.emitsExisting ?? last?.emitsExisting,
});
