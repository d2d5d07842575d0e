import type { Activation } from './n8n/activation';
import type { Expectation } from './state/baseline';
import { isTemporary } from './reporting/outage';

/** What a poll has done with the list. It can fail to read its settings, or to read or compare the list. */
export type Outcome =
	| 'compared'
	| 'notDue'
	| {
			failure: unknown;
			/** The report of it, if it is time for one. */
			report?: unknown;
	  };

/** What decides what follows. */
interface Situation {
	activation: Activation | undefined;
	/** Undefined if the poll has no settings, so there is nothing to go on by. */
	expected: Expectation | undefined;
	/** Whether n8n reports the end of executions. Otherwise, a poll returns what goes, so one that throws sends nothing. */
	reportsEnds: boolean;
}

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
 * By the last list, unless what is due waits for the next one (`Expectation`).
 */
export function followUpOf(
	outcome: Outcome,
	{ activation, expected, reportsEnds }: Situation,
): FollowUp {
	if (outcome === 'compared') return { goes: true };
	const goes = expected?.goesWithoutList === true;
	if (outcome === 'notDue') return { goes };
	const { failure, report } = outcome;
	if (activation === 'start') return { goes: false };
	if (activation === 'publication') {
		const mustThrow = !isTemporary(failure) || !expected || expected.mayBeFirst;
		return mustThrow ? { goes: false, thrown: failure } : { goes };
	}
	return { goes: goes && (report === undefined || reportsEnds), thrown: report };
}
