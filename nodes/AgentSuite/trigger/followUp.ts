import type { BegunPoll, Poll } from './currentPoll';
import { reportsEnds } from './n8n/executionEnd';
import { isTemporary } from './reporting/outage';

/** What a poll has done with the list. It can fail to read its settings, or to read or compare the list. */
export type Outcome = 'compared' | 'notDue' | { failure: unknown };

/** What follows. */
export interface FollowUp {
	/** Whether what is due goes. */
	goes: boolean;
	/** The failure, or the report of it, for n8n. */
	thrown?: unknown;
}

/**
 * What follows:
 *
 *     the list                                    what is due goes     it throws
 *     was compared                                by this list
 *     was not due                                 by the last list
 *     failed, n8n starts                          not                  not: n8n would give up for good now, so the next poll that reads
 *                                                                      reports it
 *     failed, a person publishes, and has to act  not                  so that person sees it. If n8n publishes all the same, the next poll
 *                                                                      that reads reports it too
 *     failed, a publication cannot go on          not                  the failure
 *     failed, it is time for a report             by the last list,    the report of it
 *                                                 if n8n reports ends
 *     failed                                      by the last list     not
 *
 * By the last list, unless it waits for the next one (`goesWithoutList`).
 * @param poll undefined if it has no settings, so there is nothing to go on by
 */
export function followUpOf(outcome: Outcome, begun: BegunPoll, poll: Poll | undefined): FollowUp {
	const { context, memory, activation } = begun;
	if (outcome === 'compared') return { goes: true };
	const goes = poll?.goesWithoutList === true;
	if (outcome === 'notDue') return { goes };
	const { failure } = outcome;
	if (activation === 'start') return { goes: false };
	if (activation === 'publication') {
		const mustThrow = !isTemporary(failure) || !poll || poll.mayBeFirst;
		return mustThrow ? { goes: false, thrown: failure } : { goes };
	}
	const thrown = memory.outage.fail(failure, Date.now());
	// A poll that throws returns nothing, so where n8n reports no ends, what waits goes with the next poll.
	const canSend = thrown === undefined || reportsEnds(context);
	return { goes: goes && canSend, thrown };
}
