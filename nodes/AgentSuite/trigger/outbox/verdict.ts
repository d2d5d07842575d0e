/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** How an execution was started. */
export interface Started {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	/** With only one record. */
	isAlone: boolean;
}

/** What else the verdict on an execution depends on. */
interface Circumstances {
	/** Whether its lease has ended before, so that it has counted as failed. */
	isLate: boolean;
	/** Whether another one has succeeded since the last poll before its start. */
	hasOtherSucceeded: boolean;
	/** Whether its records stay together, because pieces have a fixed size. */
	hasFixedSize: boolean;
}

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow was told: what the execution was given, what its start says, or with retries off, what it was told before that. */
	told: 'given' | 'atStart' | 'before';
	/**
	 * What becomes of its records, unless they were edited since: their next phase, or they leave the queue, until the next list finds
	 * them due again, or stay as they are.
	 */
	records: 'tried' | 'held' | 'stopped' | 'leave' | 'asBefore';
	/** Whether its records count as refused by the destination. */
	isRefusal?: true;
	/** What it counts as for its lane, if for anything (`lanes.ts`). */
	counts?: 'asDelivered' | 'asFailed';
}

const VERDICTS = {
	delivered: { told: 'given', records: 'leave', counts: 'asDelivered' },
	stoppedByPerson: { told: 'atStart', records: 'stopped', counts: 'asFailed' },
	refused: { told: 'atStart', records: 'held', isRefusal: true, counts: 'asFailed' },
	cannotBeSmaller: { told: 'atStart', records: 'held', counts: 'asFailed' },
	inPieces: { told: 'atStart', records: 'tried', counts: 'asFailed' },
	countedBefore: { told: 'atStart', records: 'asBefore' },
	untold: { told: 'before', records: 'leave', counts: 'asFailed' },
	toldByStart: { told: 'atStart', records: 'tried', counts: 'asDelivered' },
} as const satisfies Record<string, Verdict>;

/**
 * The verdict on an execution:
 *
 *     retries   it                                         verdict
 *     off       could not start                            untold
 *     on        succeeds                                   delivered
 *     any       ends late in any other way                 counted before: when its lease has ended
 *     off       ends in any other way                      told by its start
 *     on        is stopped by a person                     stopped by a person
 *     on        fails with one record, and another has     refused: the destination is not down
 *               succeeded
 *     on        fails, or could not start, with one, or    cannot be smaller
 *               with a fixed size
 *     on        the same with several                      in pieces
 */
export function verdictOf(
	{ retries, isAlone }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded, hasFixedSize }: Circumstances,
): Verdict {
	if (!retries && ending === 'notStarted') return VERDICTS.untold;
	if (retries && ending === 'succeeded') return VERDICTS.delivered;
	if (isLate) return VERDICTS.countedBefore;
	if (!retries) return VERDICTS.toldByStart;
	if (ending === 'stopped') return VERDICTS.stoppedByPerson;
	if (ending === 'failed' && isAlone && hasOtherSucceeded) return VERDICTS.refused;
	return isAlone || hasFixedSize ? VERDICTS.cannotBeSmaller : VERDICTS.inPieces;
}
