/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** How an execution was started. */
export interface Started {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	/** Number of its records. */
	count: number;
	/** Whether its records go together again, as *Records per Execution* says. */
	staysTogether: boolean;
}

/** What else the verdict on an execution depends on. */
interface Circumstances {
	/** Whether its lease has ended before, so that it has counted as failed. */
	isLate: boolean;
	/** Whether another one has succeeded since the last poll before its start. */
	hasOtherSucceeded: boolean;
}

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow was told: what the execution was given, what its start says, or with retries off, what it was told before that. */
	told: 'given' | 'atStart' | 'before';
	/**
	 * What becomes of its records, unless they were edited since: their next phase, refused means held and marked, or they leave the queue,
	 * until the next list finds them due again, or stay as they are.
	 */
	records: 'tried' | 'held' | 'refused' | 'stopped' | 'leave' | 'asBefore';
	/** What it counts as, if as anything: whether the destination takes records. */
	counts?: 'success' | 'failure';
}

const VERDICTS = {
	delivered: { told: 'given', records: 'leave', counts: 'success' },
	stoppedByPerson: { told: 'atStart', records: 'stopped', counts: 'failure' },
	refused: { told: 'atStart', records: 'refused', counts: 'failure' },
	cannotBeSmaller: { told: 'atStart', records: 'held', counts: 'failure' },
	inPieces: { told: 'atStart', records: 'tried', counts: 'failure' },
	countedBefore: { told: 'atStart', records: 'asBefore' },
	untold: { told: 'before', records: 'leave', counts: 'failure' },
	toldByStart: { told: 'atStart', records: 'tried' },
} as const satisfies Record<string, Verdict>;

/**
 * The verdict on an execution:
 *
 *     retries   it                                         verdict
 *     off       could not start                            untold
 *     any       succeeds, with retries off: in time        delivered
 *     any       ends late in any other way                 counted before: when its lease has ended
 *     off       ends in any other way                      told by its start
 *     on        is stopped by a person                     stopped by a person
 *     on        fails with one record, and another has     refused: the destination is not down
 *               succeeded
 *     on        fails, or could not start, with one, or    cannot be smaller
 *               with several that stay together
 *     on        the same with others                       in pieces
 */
export function verdictOf(
	{ retries, count, staysTogether }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded }: Circumstances,
): Verdict {
	if (!retries && ending === 'notStarted') return VERDICTS.untold;
	if (ending === 'succeeded' && (retries || !isLate)) return VERDICTS.delivered;
	if (isLate) return VERDICTS.countedBefore;
	if (!retries) return VERDICTS.toldByStart;
	if (ending === 'stopped') return VERDICTS.stoppedByPerson;
	if (ending === 'failed' && count === 1 && hasOtherSucceeded) return VERDICTS.refused;
	return count === 1 || staysTogether ? VERDICTS.cannotBeSmaller : VERDICTS.inPieces;
}
