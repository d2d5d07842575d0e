/** What a poll does: when it reads, what goes then, and whether it throws. */
import { isTemporary } from '../model/problem';
import type { Activation } from './n8n/activation';
import type { Expectation } from './state/baseline';

/** When a list is read again at the latest while nothing goes without one, ms. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * How long after the last read with the same settings a poll reads, ms:
 *
 *     the poll                                                                 it reads after
 *     is the first one after an activation, and its list may be a first one    0
 *     is one in which nothing goes without a list                              the minimum interval, but 15 min at most
 *     any other                                                                the minimum interval
 *
 * Other publications do not read earlier, because a restless n8n would spend tokens. The second line is also that of a first list: what
 * comes until that is read counts as existing.
 */
export function intervalOf(
	minIntervalMs: number,
	activation: Activation | undefined,
	{ mayBeFirst, goesWithoutList }: Expectation,
): number {
	if (activation && mayBeFirst) return 0;
	return goesWithoutList ? minIntervalMs : Math.min(minIntervalMs, LONGEST_PAUSE_MS);
}

/** What a poll has done with the list. It can fail to read its settings, or to read or compare the list. */
export type Outcome = 'comparedFirst' | 'compared' | 'notRead' | { failure: unknown };

/** What decides what follows. */
interface Situation {
	activation: Activation | undefined;
	/** Undefined if the poll has no settings, so there is nothing to go on by. */
	expected: Expectation | undefined;
	/** Whether n8n reports the end of executions. Otherwise, a poll returns what goes, so one that throws sends nothing. */
	reportsEnds: boolean;
	/** The report of a failure, if it is time for one. */
	report?: unknown;
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
 *     the list                                   what is due goes       it throws
 *     was compared                               by this list
 *     was not read                               by the last list
 *     failed at an activation, not temporarily,  not                    the failure in a publication. Not when n8n starts, because n8n
 *     or it may be a first list                                         would give up for good, and tell nobody
 *     failed at any other activation             by the last list
 *     failed, and it is time for a report        by the last list, if   the report
 *                                                n8n reports ends
 *     failed                                     by the last list
 *
 * By the last list, unless what is due waits for the next one (`Expectation`).
 */
export function followUpOf(
	outcome: Outcome,
	{ activation, expected, reportsEnds, report }: Situation,
): FollowUp {
	const goes = expected?.goesWithoutList === true;
	if (outcome === 'notRead') return { goes };
	if (typeof outcome === 'string') return { goes: true };
	const { failure } = outcome;
	if (activation) {
		const canWait = isTemporary(failure) && expected?.mayBeFirst === false;
		if (canWait) return { goes };
		return { goes: false, thrown: activation === 'publication' ? failure : undefined };
	}
	return { goes: goes && (report === undefined || reportsEnds), thrown: report };
}
