import type { TriggerSettings } from '../../parameters/readTrigger';
import { relationOf, type Origin, type Relation } from './origin';
import type { LastState } from './lastState';
import type { Store } from './store';
import type { Outbox } from '../outbox/outbox';
import type { ReturnAll } from '../table/decide';

/** What the last state is to a poll: `none`, one that cannot be read, or what has changed since. */
export type Basis = 'none' | 'unreadable' | Relation;

/** What follows from that. */
interface Rule {
	/** What becomes of the table. If it is not used, the list is a first one. If it is refused, the poll fails. */
	table: 'isNone' | 'startsOver' | 'isUsed' | 'isRefused';
	/** Whether what is due goes while no list is read. */
	goesWithoutList: boolean;
	/** When 'Emit Existing' returns all records that match as new ones. */
	existing: 'always' | 'onceTurnedOn' | 'never';
}

/**
 * With another scope, what waits goes only if it matches. An alert starts over then, because what it returned for other parameters says
 * nothing about these.
 */
const RULES: Record<Basis, Rule> = {
	none: { table: 'isNone', goesWithoutList: false, existing: 'always' },
	// Nobody has asked for all records again.
	unreadable: { table: 'startsOver', goesWithoutList: false, existing: 'never' },
	otherParts: { table: 'startsOver', goesWithoutList: false, existing: 'never' },
	otherList: { table: 'startsOver', goesWithoutList: false, existing: 'always' },
	// Perhaps of another organization.
	otherCredential: { table: 'startsOver', goesWithoutList: false, existing: 'onceTurnedOn' },
	// Only a list tells it, so until then, it is the same.
	otherOrganization: { table: 'isRefused', goesWithoutList: true, existing: 'never' },
	otherScope: { table: 'isUsed', goesWithoutList: false, existing: 'onceTurnedOn' },
	otherSecrets: { table: 'isUsed', goesWithoutList: false, existing: 'onceTurnedOn' },
	same: { table: 'isUsed', goesWithoutList: true, existing: 'onceTurnedOn' },
};

/** What a list is compared with, and what the next state is about. */
export interface Baseline extends Rule {
	basis: Basis;
	/** What the workflow was told, and what is due. Undefined for a first list, which is compared with nothing. */
	outbox?: Outbox;
	/** How to return all records, also those of which the workflow was told, if so. */
	returnAll?: ReturnAll;
	/** What the next state is about. */
	origin: Origin;
	/** Number of undelivered records that are dropped with a state that is not used, if that is known. */
	dropped: number;
}

function basisOf(last: LastState, current: Origin): Basis {
	if (!last.state) return 'none';
	return last.outbox ? relationOf(last.state, current) : 'unreadable';
}

/** @param current what the list is about, as far as that is known */
export function baselineOf(
	{ last, hasCompared }: Pick<Store, 'last' | 'hasCompared'>,
	settings: TriggerSettings,
	current: Origin,
): Baseline {
	const { event, parameters } = settings;
	const { alerts } = event.list;
	const { state } = last;
	const basis = basisOf(last, current);
	const rule = RULES[basis];
	const startsOver = rule.table === 'startsOver';
	const outbox = startsOver || (alerts && basis === 'otherScope') ? undefined : last.outbox;
	// An alert might have ended and begun again before this process has compared a list.
	const repeated = !outbox || !hasCompared ? 'repeatAlerts' : undefined;
	const isTurnedOn = rule.existing === 'onceTurnedOn' && state?.emitsExisting !== true;
	const isReturned = rule.existing === 'always' || isTurnedOn;
	const existing = parameters.options.emitExisting && isReturned ? 'emitExisting' : undefined;
	return {
		...rule,
		basis,
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
