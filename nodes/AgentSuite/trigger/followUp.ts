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
	/** Whether n8n has just activated the workflow. */
	isActivation: boolean;
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
 * What follows. The first line that fits:
 *
 *     the list                                      what is due goes                             it throws
 *     was compared                                  by this list
 *     was not due                                   by the last list
 *     failed at an activation, and a person has     not                                          the failure
 *     to act, or it may be a first list
 *     failed, and it is time for a report           by the last list, where n8n reports ends     the report
 *     failed                                        by the last list
 *
 * By the last list, unless what is due waits for the next one (`Expectation`).
 */
export function followUpOf(
	outcome: Outcome,
	{ isActivation, expected, reportsEnds }: Situation,
): FollowUp {
	if (outcome === 'compared') return { goes: true };
	const goes = expected?.goesWithoutList === true;
	if (outcome === 'notDue') return { goes };
	const { failure, report } = outcome;
	const mayStart = isTemporary(failure) && expected?.mayBeFirst === false;
	if (isActivation && !mayStart) return { goes: false, thrown: failure };
	return { goes: goes && (report === undefined || reportsEnds), thrown: report };
}
