import type { BegunPoll, Poll } from './currentPoll';
import { reportsEnds } from './n8n/executionEnd';
import { isTemporary } from './reporting/outage';

/** What follows a failure, beside its line in the log. */
export interface FollowUp {
	/** Whether what is due goes by the last list. */
	goesOn: boolean;
	/** The failure, or the report of it, for n8n. */
	thrown?: unknown;
}

/**
 * What follows if a poll cannot read its settings, or read or compare the list:
 *
 *     n8n starts                           nothing: n8n would give up for good now, so the next poll that reads reports it
 *     a person publishes, and has to act   it throws, so that person sees it. If n8n publishes all the same, the next poll that reads does
 *     a publication cannot go on           it throws
 *     it is time for a report              it goes on, and throws, so that n8n reports it
 *     otherwise                            it goes on
 *
 * @param poll undefined if the settings cannot be read, so there is nothing to go on by
 */
export function followUpOf(error: unknown, begun: BegunPoll, poll: Poll | undefined): FollowUp {
	const { context, memory, activation } = begun;
	if (activation === 'start') return { goesOn: false };
	if (activation === 'publication') {
		const mustThrow = !isTemporary(error) || !poll || poll.mayBeFirst;
		return mustThrow ? { goesOn: false, thrown: error } : { goesOn: true };
	}
	const thrown = memory.outage.fail(error, Date.now());
	// A poll that throws returns nothing, so where n8n reports no ends, what waits goes with the next poll.
	return { goesOn: thrown === undefined || reportsEnds(context), thrown };
}
