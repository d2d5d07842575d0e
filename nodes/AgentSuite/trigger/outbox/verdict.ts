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
	isWhole: boolean;
}

/** What the end of an execution means. */
export interface Verdict {
	/**
	 * What the workflow was told: for certain what the execution was given, or perhaps. With retries off, that was told by its start, or
	 * it was only told what it was told before.
	 */
	told: 'given' | 'perhapsGiven' | 'atStart' | 'before';
	/**
	 * What becomes of its records: they wait until the next list finds them due again, go on, are held until the next poll or
	 * success, are refused and held, or wait for a person.
	 */
	records: 'waitForList' | 'goOn' | 'hold' | 'refuse' | 'stop';
	/** How its lane goes on. */
	lane: 'asAfterSuccess' | 'asAfterFailure' | 'asBefore';
}

const VERDICTS = {
	delivered: { told: 'given', records: 'waitForList', lane: 'asAfterSuccess' },
	stoppedByPerson: { told: 'perhapsGiven', records: 'stop', lane: 'asAfterFailure' },
	refused: { told: 'perhapsGiven', records: 'refuse', lane: 'asAfterFailure' },
	cannotBeSmaller: { told: 'perhapsGiven', records: 'hold', lane: 'asAfterFailure' },
	inPieces: { told: 'perhapsGiven', records: 'goOn', lane: 'asAfterFailure' },
	countedBefore: { told: 'perhapsGiven', records: 'goOn', lane: 'asBefore' },
	untold: { told: 'before', records: 'waitForList', lane: 'asAfterFailure' },
	toldByStart: { told: 'atStart', records: 'goOn', lane: 'asAfterSuccess' },
} as const satisfies Record<string, Verdict>;

/**
 * The verdict on an execution:
 *
 *     retries   it                                         verdict
 *     on        succeeds                                   delivered
 *     on        ends late in any other way                 counted before: when its lease has ended
 *     on        is stopped by a person                     stopped by a person
 *     on        fails with one record, and another has     refused: the destination is not down
 *               succeeded
 *     on        fails, or could not start, with one, or    cannot be smaller
 *               with a fixed size
 *     on        the same with several                      in pieces
 *     off       could not start                            untold
 *     off       ends in any other way                      told by its start
 */
export function verdictOf(
	{ retries, isAlone }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded, isWhole }: Circumstances,
): Verdict {
	if (!retries) return ending === 'notStarted' ? VERDICTS.untold : VERDICTS.toldByStart;
	if (ending === 'succeeded') return VERDICTS.delivered;
	if (isLate) return VERDICTS.countedBefore;
	if (ending === 'stopped') return VERDICTS.stoppedByPerson;
	if (ending === 'failed' && isAlone && hasOtherSucceeded) return VERDICTS.refused;
	return isAlone || isWhole ? VERDICTS.cannotBeSmaller : VERDICTS.inPieces;
}
