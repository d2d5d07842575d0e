import type { Poll } from './currentPoll';
import { isOtherScope, UNREADABLE, whyStartOver, type Origin } from './origin';
import type { Outbox } from './outbox/outbox';

/** What a list is compared with, or will be, and what the next state is about. */
export interface Baseline {
	/** What the workflow was told. Undefined at a first list. */
	outbox?: Outbox;
	/** Whether it was told of another event, or with other fields or options of it. */
	isOtherScope: boolean;
	/** Whether to return all records, also those of which the workflow was told. */
	includeTold: boolean;
	/** What the next state is about. */
	origin: Origin;
	/** Why there is a last state that is not used, and how many undelivered records are dropped with it, if that is known. */
	startsOver?: { why: string; dropped: number };
}

/**
 * Finds out what to compare a list with, also before it is read.
 * @param current what the list is about, as far as that is known
 * @throws {Problem} when the same credential has a token of another organization
 */
export function baselineOf(poll: Poll, current: Origin): Baseline {
	const { store, settings } = poll;
	const { last } = store;
	const { alerts } = settings.event.list;
	const stored = store.readOutbox();
	const why = last && (stored ? whyStartOver(last, current) : UNREADABLE);
	const hasOtherScope = last !== undefined && isOtherScope(last, current);
	// What an alert returned for other parameters says nothing about these.
	const outbox = why || (hasOtherScope && alerts) ? undefined : stored;
	return {
		outbox,
		isOtherScope: hasOtherScope,
		// An alert might have ended and begun again while this process did not poll.
		includeTold: alerts
			? !outbox || !store.fromMemory
			: emitsExisting(poll, last, why !== undefined),
		origin: why ? current : withUnknown(current, last),
		...(why && { startsOver: { why, dropped: stored?.table.open.size ?? 0 } }),
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
function emitsExisting({ settings }: Poll, last: Origin | undefined, startsOver: boolean): boolean {
	if (!settings.parameters.options.emitExisting) return false;
	const { name } = settings.event.list;
	const isFirst = !last || (last.list ?? name) !== name;
	return isFirst || (!startsOver && last.emitsExisting !== true);
}
